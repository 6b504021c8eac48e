/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The local stores in several processes, and in one with another locale. */
class LocalLogStoreProcessesIT {
    private static final int KEYS = 300;

    @TempDir
    private Path table;

    @Test
    void oneProcessWinsEachName() throws Exception {
        Path folder = table.resolve("_delta_log");
        int processes = 4;
        List<ForkedJvm> racers = new ArrayList<>();
        Map<String, List<String>> winners = new TreeMap<>();
        try {
            for (int racer = 0; racer < processes; racer++) {
                racers.add(new ForkedJvm(Racer.class, Map.of(), folder.toString(), "racer" + racer));
            }
            for (ForkedJvm racer : racers) {
                racer.readUntil("ready");
            }
            String start = String.valueOf(System.currentTimeMillis() + 100);
            racers.forEach(racer -> racer.send(start));
            for (int racer = 0; racer < processes; racer++) {
                for (String line : racers.get(racer).readUntil("done")) {
                    winners.computeIfAbsent(line, key -> new ArrayList<>()).add("racer" + racer);
                }
            }
        } finally {
            for (ForkedJvm racer : racers) {
                racer.close();
            }
        }
        assertThat(winners).hasSize(KEYS).allSatisfy((key, names) -> {
            assertThat(names).as(key).hasSize(1);
            assertThat(folder.resolve(key)).content().isEqualTo(Racer.content(names.get(0)));
        });
        assertThat(LocalDataStoreTest.filesUnder(folder)).hasSize(KEYS);
    }

    /** Puts a name every few milliseconds, at the same moment as the others; prints those that it created. */
    static final class Racer {
        private Racer() {}

        public static void main(String[] arguments) throws IOException {
            LogStore store = new LocalLogStore(Path.of(arguments[0]));
            LogContent content = LogContent.of(content(arguments[1]).getBytes(UTF_8));
            List<String> created = new ArrayList<>();
            System.out.println("ready");
            long start = Long.parseLong(new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine());
            for (int key = 0; key < KEYS; key++) {
                while (System.currentTimeMillis() < start + 4L * key) {
                    LockSupport.parkNanos(50_000);
                }
                String name = String.format("%020d.json", key);
                if (store.putIfAbsent(name, content) == PutOutcome.CREATED) {
                    created.add(name);
                }
            }
            created.forEach(System.out::println);
            System.out.println("done");
        }

        static String content(String racer) {
            return ("written by " + racer + "\n").repeat(2_000);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namesThatTheLocaleForbidsAreExplained() throws IOException {
        List<String> answers;
        try (ForkedJvm posix = new ForkedJvm(Opener.class, Map.of("LC_ALL", "POSIX"), table.toString())) {
            answers = posix.readUntil("done");
        }
        assertThat(answers).hasSize(3).allSatisfy(answer -> assertThat(answer).contains("LC_ALL=C.UTF-8"));
    }

    /** Tries names that are not ASCII, and prints the errors. */
    static final class Opener {
        private Opener() {}

        public static void main(String[] arguments) throws IOException {
            String name = arguments[0] + "/caf\u00e9";
            Configuration hadoop = new Configuration(false);
            TableStorage ascii = TableStorage.open(arguments[0], hadoop);
            List<Callable<Object>> attempts = List.of(
                    () -> TableStorage.open(name, hadoop),
                    () -> ascii.data().open("city=caf\u00e9/x"),
                    () -> ascii.data().create("file:" + name).create(0));
            for (Callable<Object> attempt : attempts) {
                try {
                    System.out.println("opened " + attempt.call());
                } catch (InvalidRequestException e) {
                    System.out.println(e.getMessage());
                } catch (Exception e) {
                    System.out.println("unclear: " + e);
                }
            }
            System.out.println("done");
        }
    }
}
