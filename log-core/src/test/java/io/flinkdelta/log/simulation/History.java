/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.testing.TableImage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All versions that ever landed, replayed by the book. */
final class History {
    private final List<Landed> versions = new ArrayList<>();
    private final DataFiles files;

    History(DataFiles files) {
        this.files = files;
    }

    /** Takes in the commit that has just landed as {@code version}. */
    Landed take(long version, long millis, byte[] content) {
        if (version != versions.size()) {
            throw new AssertionError("version " + version + " has landed after version " + (versions.size() - 1));
        }
        List<Action> actions = new String(content, StandardCharsets.UTF_8)
                .lines()
                .flatMap(line -> ActionJson.parse(line).stream())
                .toList();
        Optional<String> txnId = actions.stream()
                .filter(CommitInfo.class::isInstance)
                .flatMap(info -> ((CommitInfo) info).txnId().stream())
                .findFirst();
        TableImage image = (version == 0 ? new TableImage() : newest().image().copy()).replay(actions);
        Landed landed = new Landed(version, millis, txnId, actions, image, files.liveRows(image.files()));
        versions.add(landed);
        return landed;
    }

    Landed newest() {
        return versions.get(versions.size() - 1);
    }

    long newestVersion() {
        return versions.size() - 1L;
    }

    Landed at(long version) {
        return versions.get((int) version);
    }

    /** Of the table before version 0, too. */
    Set<Long> rowsBefore(long version) {
        return version == 0 ? Set.of() : at(version - 1).rows();
    }

    /** The oldest version that was the newest at some time since {@code millis}. */
    long newestSince(long millis) {
        long version = newestVersion();
        while (version > 0 && at(version).millis() > millis) {
            version--;
        }
        return version;
    }
}
