/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static io.flinkdelta.log.store.LogStoreContract.names;
import static io.flinkdelta.log.store.LogStoreContract.put;
import static io.flinkdelta.log.store.LogStoreContract.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stores for Azure and Google, on local files that behave as the documentation of Hadoop's clients for
 * them says; the real services are not at hand.
 */
class StandInLogStoreTest {
    @TempDir
    private Path folder;

    @Nested
    class Azure extends Cases {
        Azure() {
            super(AzureStandIn::table, AzureStandIn.hadoop());
        }

        /** The service replaces no file, so that for a moment there is none. */
        @Test
        @Override
        public void readersOfAFileThatIsOverwrittenSeeOneWholeContent() throws Exception {
            AtomicInteger writing = new AtomicInteger(2);
            Callable<Void> writer = () -> {
                try {
                    for (int i = 0; i < 50; i++) {
                        newStore().overwrite("_last_checkpoint", LogContent.of("whole".getBytes(UTF_8)));
                    }
                    return null;
                } finally {
                    writing.decrementAndGet();
                }
            };
            LogStoreRaceContract.together(List.of(writer, writer, () -> {
                while (writing.get() > 0) {
                    assertThat(text(newStore(), "_last_checkpoint").orElse("whole"))
                            .isEqualTo("whole");
                }
                return null;
            }));
            assertThat(everything()).containsExactly("_last_checkpoint");
        }
    }

    @Nested
    class Google extends Cases {
        Google() {
            super(GoogleStandIn::table, GoogleStandIn.hadoop());
        }

        @Test
        void anInterruptedPutLeavesNoPartOfTheContent() throws Exception {
            byte[] content = LogStoreContract.pattern(5_000_000);
            LogStore store = newStore();
            PutOutcome outcome = store.putIfAbsent("a", out -> {
                out.write(content);
                Thread.currentThread().interrupt();
            });
            assertThat(Thread.interrupted()).isTrue();
            assertThat(outcome).isEqualTo(PutOutcome.UNKNOWN);
            Optional<byte[]> landed = store.read("a");
            while (landed.isEmpty()) {
                landed = store.read("a");
            }
            assertThat(landed.get()).isEqualTo(content);
        }
    }

    private abstract class Cases implements LogStoreContract, LogStoreRaceContract {
        private final Function<Path, String> place;
        private final Configuration hadoop;

        Cases(Function<Path, String> place, Configuration hadoop) {
            this.place = place;
            this.hadoop = hadoop;
        }

        @Override
        public LogStore newStore() {
            return TableStorage.open(place.apply(folder.resolve("t")), hadoop).log();
        }

        @Override
        public List<String> everything() throws IOException {
            Path log = folder.resolve("t/_delta_log");
            if (!Files.exists(log)) {
                return List.of();
            }
            try (Stream<Path> files = Files.walk(log)) {
                return files.filter(Files::isRegularFile)
                        .map(file -> log.relativize(file).toString())
                        .sorted()
                        .toList();
            }
        }

        @Test
        void aLostAnswerIsUnknown() throws IOException {
            hadoop.set(AzureStandIn.LOSES_ANSWERS, "true");
            assertThat(put(newStore(), "a", "1")).isEqualTo(PutOutcome.UNKNOWN);
            assertThat(text(newStore(), "a")).hasValue("1");
            assertThat(names(newStore(), "")).containsExactly("a");
        }

        @Test
        void theProbeFindsEveryPromiseKept() throws IOException {
            assertThat(probe()).hasSize(8).allMatch(StoreProbe.Finding::kept);
        }

        @Test
        void theProbeFindsAClientThatReplaces() throws IOException {
            hadoop.set(AzureStandIn.LIES, "true");
            assertThat(probe())
                    .filteredOn(finding -> !finding.kept())
                    .extracting(StoreProbe.Finding::promise)
                    .containsExactly("a file that is there is not replaced", "one of several writers wins");
        }

        private List<StoreProbe.Finding> probe() throws IOException {
            return new StoreProbe(this::newStore, Clock.systemUTC()).run();
        }
    }
}
