/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.store.StoreProbe.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreProbeTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsKeptIsFoundToBe() throws IOException {
        assertThat(probe(store(), Clock.systemUTC())).hasSize(8).allMatch(Finding::kept);
    }

    @Test
    void aStoreThatOverwritesIsFoundOut() throws IOException {
        LogStore store = new Delegating(store()) {
            @Override
            public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
                overwrite(name, content);
                return PutOutcome.CREATED;
            }
        };
        assertThat(broken(probe(store, Clock.systemUTC())))
                .containsExactly("a file that is there is not replaced", "one of several writers wins");
    }

    @Test
    void aStoreThatSaysToBeThereWhatIsNotIsFoundOut() throws IOException {
        LogStore store = new Delegating(store()) {
            @Override
            public Stream<LogEntry> listFrom(String firstName) throws IOException {
                return super.listFrom(firstName).skip(1);
            }
        };
        assertThat(broken(probe(store, Clock.systemUTC()))).contains("listings show what was put, in order");
    }

    @Test
    void aClockThatIsFarAwayIsFoundOut() throws IOException {
        List<Finding> findings = probe(store(), Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-2)));
        assertThat(broken(findings)).containsExactly("its clock is this machine's");
        assertThat(findings.get(7).detail()).matches("it differs by 1[12]\\d{4} ms");
    }

    private LogStore store() {
        return new LocalLogStore(folder.resolve("_delta_log"));
    }

    private static List<Finding> probe(LogStore store, Clock clock) throws IOException {
        return new StoreProbe(() -> store, clock).run();
    }

    private static List<String> broken(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> !finding.kept())
                .map(Finding::promise)
                .toList();
    }

    /** As the store behind it. */
    private static class Delegating implements LogStore {
        private final LogStore store;

        Delegating(LogStore store) {
            this.store = store;
        }

        @Override
        public String location() {
            return store.location();
        }

        @Override
        public Stream<LogEntry> listFrom(String firstName) throws IOException {
            return store.listFrom(firstName);
        }

        @Override
        public Optional<byte[]> read(String name) throws IOException {
            return store.read(name);
        }

        @Override
        public Optional<InputFile> open(String name) throws IOException {
            return store.open(name);
        }

        @Override
        public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
            return store.putIfAbsent(name, content);
        }

        @Override
        public void overwrite(String name, LogContent content) throws IOException {
            store.overwrite(name, content);
        }

        @Override
        public boolean delete(String name) throws IOException {
            return store.delete(name);
        }

        @Override
        public int deleteTemporary(long before) throws IOException {
            return store.deleteTemporary(before);
        }

        @Override
        public LogStore folder(String name) {
            return store.folder(name);
        }
    }
}
