/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import io.flinkdelta.common.table.UnrecoverableTableException;
import io.flinkdelta.log.error.DeltaException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** The rules of the house that a compiler does not check. A rule that is in the way is changed with its reason. */
@AnalyzeClasses(packages = "io.flinkdelta", importOptions = ProductClasses.class)
final class HouseRulesTest {
    private static final String LOG = "io.flinkdelta.log..";
    private static final String COMMON = "io.flinkdelta.common..";
    private static final String SINK = "io.flinkdelta.sink..";
    private static final String SOURCE = "io.flinkdelta.source..";
    private static final String[] PROGRAMS = {
        "io.flinkdelta.examples..", "io.flinkdelta.benchmarks..", "io.flinkdelta.cli..", "io.flinkdelta.referee.."
    };

    /** The packages of log-core, each of which imports only those before it. */
    private static final List<String> LOG_CORE_ORDER = List.of(
            "error",
            "schema",
            "expression",
            "action",
            "protocol",
            "file",
            "store",
            "dv",
            "stats",
            "checkpoint",
            "replay",
            "index",
            "snapshot",
            "txn",
            "alter",
            "maintenance");

    @ArchTest
    static final ArchRule LOG_CORE_KNOWS_NOTHING_OF_FLINK = noClasses()
            .that()
            .resideInAPackage(LOG)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.flink..");

    @ArchTest
    static final ArchRule LOG_CORE_STANDS_ALONE = noClasses()
            .that()
            .resideInAPackage(LOG)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(COMMON, SINK, SOURCE);

    @ArchTest
    static final ArchRule COMMON_SEES_NEITHER_SINK_NOR_SOURCE = noClasses()
            .that()
            .resideInAPackage(COMMON)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SINK, SOURCE);

    @ArchTest
    static final ArchRule THE_SINK_DOES_NOT_SEE_THE_SOURCE = noClasses()
            .that()
            .resideInAPackage(SINK)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(SOURCE);

    @ArchTest
    static final ArchRule THE_SOURCE_DOES_NOT_SEE_THE_SINK = noClasses()
            .that()
            .resideInAPackage(SOURCE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(SINK);

    @ArchTest
    static final ArchRule NOTHING_SEES_THE_PROGRAMS = noClasses()
            .that()
            .resideInAnyPackage(LOG, COMMON, SINK, SOURCE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PROGRAMS);

    @ArchTest
    static void logCorePackagesImportOnlyThoseBefore(JavaClasses classes) {
        for (int i = 0; i < LOG_CORE_ORDER.size(); i++) {
            String[] later = LOG_CORE_ORDER.subList(i + 1, LOG_CORE_ORDER.size()).stream()
                    .map(name -> "io.flinkdelta.log." + name + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("io.flinkdelta.log." + LOG_CORE_ORDER.get(i) + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(later)
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAPackage("io.flinkdelta.log")
                    .because("PROTOCOL.md's order is " + LOG_CORE_ORDER)
                    .allowEmptyShould(true)
                    .check(classes);
        }
    }

    @ArchTest
    static final ArchRule LOG_CORE_HAS_THE_PACKAGES_OF_ITS_ORDER_ONLY = classes()
            .that()
            .resideInAPackage(LOG)
            .should()
            .resideInAnyPackage(Stream.concat(
                            Stream.of("io.flinkdelta.log"),
                            LOG_CORE_ORDER.stream().map(name -> "io.flinkdelta.log." + name))
                    .toArray(String[]::new));

    @ArchTest
    static final ArchRule NO_CYCLES_BETWEEN_PACKAGES =
            slices().matching("io.flinkdelta.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule LIBRARIES_PRINT_NOTHING = noClasses()
            .that()
            .resideInAnyPackage(LOG, COMMON, SINK, SOURCE)
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule LOGGING_IS_SLF4J = noClasses().should(GeneralCodingRules.USE_JAVA_UTIL_LOGGING);

    @ArchTest
    static final ArchRule NO_STATIC_STATE = fields().that()
            .areStatic()
            .and()
            .doNotHaveModifier(SYNTHETIC)
            .should()
            .beFinal();

    @ArchTest
    static final ArchRule NO_HIDDEN_STATIC_STATE = noFields()
            .that()
            .haveModifier(STATIC)
            .and()
            .haveModifier(FINAL)
            .should()
            .haveRawType(assignableTo(Number.class)
                    .and(assignableTo("java.util.concurrent.atomic.AtomicInteger")
                            .or(assignableTo("java.util.concurrent.atomic.AtomicLong"))))
            .orShould()
            .haveRawType(assignableTo(AtomicReference.class).or(assignableTo(AtomicBoolean.class)))
            .orShould()
            .haveRawType(assignableTo(ConcurrentMap.class).or(assignableTo(ThreadLocal.class)));

    @ArchTest
    static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS = noClasses()
            .should()
            .haveNameMatching(".*(Impl|Util|Utils|Helper|Manager)(\\$.*)?")
            .because("such names collect the rest");

    @ArchTest
    static final ArchRule ERRORS_ARE_OF_THE_HOUSE = classes()
            .that()
            .areAssignableTo(Throwable.class)
            .and()
            .resideInAnyPackage(LOG, COMMON)
            // A private one is a mark inside one class, which nobody else can choose by.
            .and()
            .areNotPrivate()
            // What sink and source wrap them in for Flink.
            .and()
            .areNotAssignableTo(UnrecoverableTableException.class)
            .should()
            .beAssignableTo(DeltaException.class)
            .because("callers choose by its subclasses");

    @ArchTest
    static final ArchRule NO_GENERIC_EXCEPTIONS = noClasses()
            .that()
            .resideInAnyPackage(LOG, COMMON, SINK, SOURCE)
            .should(GeneralCodingRules.THROW_GENERIC_EXCEPTIONS);

    @ArchTest
    static final ArchRule CLOCKS_ARE_INJECTED = noClasses()
            .that()
            .resideInAPackage(LOG)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now");
}
