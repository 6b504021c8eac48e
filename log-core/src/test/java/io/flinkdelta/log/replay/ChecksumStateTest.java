/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.testing.CheckpointFixture;
import io.flinkdelta.log.testing.RandomCommits;
import io.flinkdelta.log.testing.TableImage;
import io.flinkdelta.log.testing.TestTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Versions 0 to 9 without a checkpoint, and what the checksum file of one of them is good for. */
class ChecksumStateTest {
    private static final int LAST = 9;

    private final InMemoryLogStore store = new InMemoryLogStore();
    private final CountingLogStore counting = new CountingLogStore(store);
    private final List<List<Action>> commits = RandomCommits.of(21, LAST + 1);

    @BeforeEach
    void tenVersions() throws IOException {
        for (int version = 0; version <= LAST; version++) {
            store.putIfAbsent(
                    LogFile.commit(version).fileName(), LogContent.of(CheckpointFixture.json(commits.get(version))));
        }
    }

    @Test
    void openingReadsTheChecksumAndItsCommit() throws IOException {
        putChecksum(9, UnaryOperator.identity());
        latest();
        assertThat(calls())
                .containsExactly(
                        "READ _last_checkpoint",
                        "LIST 00000000000000000000.",
                        "READ 00000000000000000009.crc",
                        "READ 00000000000000000009.json");
    }

    @Test
    void aLaterVersionReadsTheCommitsSince() throws IOException {
        putChecksum(4, UnaryOperator.identity());
        putChecksum(7, UnaryOperator.identity());
        latest();
        assertThat(calls().subList(2, 6))
                .containsExactly(
                        "READ 00000000000000000007.crc",
                        "READ 00000000000000000007.json",
                        "READ 00000000000000000008.json",
                        "READ 00000000000000000009.json");
        counting.reset();
        at(6);
        assertThat(calls()).contains("READ 00000000000000000004.crc").doesNotContain("READ 00000000000000000007.crc");
    }

    @Test
    void itIsNotReadWhenThatSparesNothing() throws IOException {
        putChecksum(1, UnaryOperator.identity());
        at(1);
        assertThat(calls()).doesNotContain("READ 00000000000000000001.crc");
    }

    @Test
    void theStateIsThatOfTheReplayAtEachVersion() throws IOException {
        for (int version = 0; version <= LAST; version++) {
            putChecksum(version, UnaryOperator.identity());
            for (int later = version; later <= LAST; later++) {
                assertThat(TableImage.of(at(later)))
                        .as("checksum %s, version %s", version, later)
                        .isEqualTo(replayed(later));
            }
            store.delete(checksum(version));
        }
    }

    @Test
    void thoseThatTellOnlyPartAreNotUsed() throws IOException {
        for (String missing : List.of("setTransactions", "domainMetadata")) {
            putChecksum(9, text -> text.replace("\"" + missing + "\"", "\"x\""));
            assertThat(TableImage.of(latest())).isEqualTo(replayed(LAST));
            assertThat(calls()).contains("READ 00000000000000000000.json");
            counting.reset();
        }
    }

    @Test
    void thoseThatContradictTheirCommitAreNotUsed() throws IOException {
        // Each version makes one change; the checksum does not know it.
        for (int version = 3; version <= LAST; version++) {
            TableImage before = replayed(version - 1);
            if (!before.state().equals(replayed(version).state())) {
                putChecksum(version, checksum(before));
                assertThat(TableImage.of(at(version))).as("version %s", version).isEqualTo(replayed(version));
                store.delete(checksum(version));
            }
        }
    }

    @Test
    void thoseOfAnotherCommitAreNotUsed() throws IOException {
        putCommit(LAST, "mine");
        putChecksum(LAST, text -> text.replaceFirst("\\{", "{\"txnId\":\"another\","));
        latest();
        assertThat(calls()).contains("READ 00000000000000000000.json");
        counting.reset();
        putChecksum(LAST, text -> text.replaceFirst("\\{", "{\"txnId\":\"mine\","));
        latest();
        assertThat(calls()).doesNotContain("READ 00000000000000000000.json");
    }

    /** The commit with an id. */
    private void putCommit(int version, String txnId) throws IOException {
        String info = "{\"commitInfo\":{\"txnId\":\"" + txnId + "\"}}\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(info.getBytes(StandardCharsets.UTF_8));
        out.write(CheckpointFixture.json(commits.get(version)));
        store.overwrite(LogFile.commit(version).fileName(), LogContent.of(out.toByteArray()));
    }

    @Test
    void brokenOnesAreNoHarm() throws IOException {
        byte[] whole = content(checksum(replayed(LAST)));
        for (int length = 0; length < whole.length - 1; length += 7) {
            String name = checksum(LAST);
            store.overwrite(name, LogContent.of(Arrays.copyOf(whole, length)));
            assertThat(TableImage.of(latest())).as("%s bytes", length).isEqualTo(replayed(LAST));
        }
    }

    private void putChecksum(int version, UnaryOperator<String> change) throws IOException {
        String text = new String(content(checksum(replayed(version))), StandardCharsets.UTF_8);
        store.overwrite(checksum(version), LogContent.of(change.apply(text).getBytes(StandardCharsets.UTF_8)));
    }

    private void putChecksum(int version, VersionChecksum checksum) throws IOException {
        store.overwrite(checksum(version), checksum.toContent());
    }

    private static byte[] content(VersionChecksum checksum) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        checksum.toContent().writeTo(out);
        return out.toByteArray();
    }

    private static VersionChecksum checksum(TableImage image) {
        return new VersionChecksum(
                Optional.empty(),
                0,
                0,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.of(image.state().stream()
                        .filter(SetTransaction.class::isInstance)
                        .map(SetTransaction.class::cast)
                        .toList()),
                Optional.of(image.state().stream()
                        .filter(DomainMetadata.class::isInstance)
                        .map(DomainMetadata.class::cast)
                        .toList()),
                image.metadata(),
                image.protocol(),
                Optional.empty());
    }

    private TableImage replayed(int version) {
        TableImage image = new TableImage();
        commits.subList(0, version + 1).forEach(image::replay);
        return image;
    }

    private LogSnapshot latest() {
        return LogSnapshot.cast(TestTable.in(counting).log().latestSnapshot());
    }

    private LogSnapshot at(long version) {
        return LogSnapshot.cast(TestTable.in(counting).log().snapshotAt(version));
    }

    private List<String> calls() {
        return counting.calls().stream().map(Object::toString).toList();
    }

    private static String checksum(long version) {
        return new LogFile.Checksum(version).fileName();
    }
}
