/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Files that commits name again which nothing has named for longer than the retention. Between a vacuum's last look at
 * the log and the deletion no protocol keeps it from taking such a file. Here the storage keeps it then, so that the
 * table stays whole: the commit is lucky. What lands before that last look needs no luck.
 */
final class OldFiles implements Invariant {
    /** Not named yet. */
    private static final long SOON = Long.MAX_VALUE;

    private final SimulatedTable table;
    private final Map<String, Long> named = new HashMap<>();
    private long expected;

    OldFiles(SimulatedTable table) {
        this.table = table;
    }

    /** A commit is going to take files at about that time. */
    void expect(long millis) {
        expected = millis;
    }

    /** When files are taken next, by what is known, or were last. */
    long expected() {
        return expected;
    }

    /** Takes files for a commit that is to name them; false when one of them is gone. */
    boolean take(Collection<String> paths) {
        Set<String> there = Set.copyOf(table.data().paths());
        boolean all =
                paths.stream().allMatch(path -> there.contains(table.data().location() + "/" + path));
        if (all) {
            paths.forEach(path -> named.put(path, SOON));
        }
        return all;
    }

    @Override
    public void landed(Landed landed) {
        Set<String> needed = landed.actions().stream().flatMap(FilesStay::named).collect(Collectors.toSet());
        named.replaceAll((path, version) -> (version == SOON && needed.contains(path)) ? landed.version() : version);
    }

    /** @param looked the newest version at the last look of whoever deletes the file */
    boolean isInLuck(String path, long looked) {
        Long version = named.get(path);
        return version != null && (version == SOON || version > looked);
    }
}
