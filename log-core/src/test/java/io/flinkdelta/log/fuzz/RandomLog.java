/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.fuzz;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.testing.CheckpointFixture;
import io.flinkdelta.log.testing.RandomCommits;
import io.flinkdelta.log.testing.TableImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** An undamaged log of a random shape. */
final class RandomLog {
    private final InMemoryLogStore store = new InMemoryLogStore();
    private final List<List<Action>> commits;
    private final Random random;

    private RandomLog(Random random) {
        this.random = random;
        this.commits = RandomCommits.of(random.nextLong(), 4 + random.nextInt(6));
    }

    static LogFiles of(Random random) {
        RandomLog log = new RandomLog(random);
        try {
            log.write();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return LogFiles.of(log.store);
    }

    private void write() throws IOException {
        int last = commits.size() - 1;
        int cleanedUp = -1;
        for (int version = 0; version <= last; version++) {
            put(LogFile.commit(version).fileName(), CheckpointFixture.json(commits.get(version)));
            if (random.nextInt(4) == 0) {
                checkpoint(version);
                cleanedUp = random.nextBoolean() ? version : cleanedUp;
            }
        }
        if (random.nextInt(3) == 0) {
            int version = random.nextInt(last + 1);
            store.putIfAbsent(
                    new LogFile.Checksum(version).fileName(),
                    checksum(image(0, version)).toContent());
        }
        if (random.nextInt(3) == 0) {
            int first = random.nextInt(last);
            compact(first, first + 1 + random.nextInt(last - first));
        }
        for (int version = 0; version < cleanedUp; version++) {
            store.delete(LogFile.commit(version).fileName());
        }
    }

    private void checkpoint(int version) throws IOException {
        TableImage image = image(0, version);
        CheckpointFixture fixture = new CheckpointFixture(store, version);
        List<Action> all = new ArrayList<>(image.state());
        List<Action> files = image.files();
        int kind = random.nextInt(6);
        if (kind == 0) {
            all.addAll(files);
            fixture.manifest("classic", all);
        } else if (kind == 1) {
            fixture.part(1, 2, all);
            fixture.part(2, 2, files);
        } else {
            all.add(0, new CheckpointMetadata(version, Map.of()));
            if (kind < 4) {
                int half = files.size() / 2;
                String id = "s" + version + "-";
                all.add(fixture.sidecar(id + 1, files.subList(0, half)));
                all.add(fixture.sidecar(id + 2, files.subList(half, files.size())));
            } else {
                all.addAll(files);
            }
            fixture.manifest(List.of("json", "parquet", "classic").get(random.nextInt(3)), all);
        }
        if (random.nextBoolean()) {
            String hint = "{\"version\":" + version + ",\"size\":" + all.size() + "}";
            fixture.overwrite(LogFile.LAST_CHECKPOINT, hint);
        }
    }

    private void compact(int first, int last) throws IOException {
        TableImage image = image(first, last);
        List<Action> all = new ArrayList<>(image.state());
        all.addAll(image.files());
        for (List<Action> commit : commits.subList(first, last + 1)) {
            for (Action action : commit) {
                boolean lives = action instanceof DomainMetadata domain
                        && image.state().stream()
                                .anyMatch(live -> live instanceof DomainMetadata other
                                        && other.domain().equals(domain.domain()));
                if (action instanceof DomainMetadata domain && domain.removed() && !lives && !all.contains(domain)) {
                    all.add(domain);
                }
            }
        }
        put(new LogFile.Compacted(first, last).fileName(), CheckpointFixture.json(all));
    }

    private TableImage image(int first, int last) {
        TableImage image = new TableImage();
        commits.subList(first, last + 1).forEach(image::replay);
        return image;
    }

    private static VersionChecksum checksum(TableImage image) {
        return new VersionChecksum(
                Optional.of("t"),
                1,
                image.files().size(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.of(of(image, SetTransaction.class)),
                Optional.of(of(image, DomainMetadata.class)),
                image.metadata(),
                image.protocol(),
                Optional.empty());
    }

    private static <T extends Action> List<T> of(TableImage image, Class<T> type) {
        return image.state().stream().filter(type::isInstance).map(type::cast).toList();
    }

    private void put(String name, byte[] content) throws IOException {
        store.putIfAbsent(name, LogContent.of(content));
    }
}
