/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/**
 * Valid commits that make use of everything: files come, get deletion vectors, go and come back; protocol,
 * metadata, transactions and domains change. Of one seed always the same.
 */
public final class RandomCommits {
    private final Random random;
    /** The live files and their deletion vectors. */
    private final Map<String, Optional<DeletionVectorDescriptor>> live = new HashMap<>();

    private RandomCommits(long seed) {
        this.random = new Random(seed);
    }

    /** The commits of versions 0 to {@code count - 1}. */
    public static List<List<Action>> of(long seed, int count) {
        RandomCommits commits = new RandomCommits(seed);
        List<List<Action>> all = new ArrayList<>();
        for (int version = 0; version < count; version++) {
            all.add(commits.next(version));
        }
        return all;
    }

    private List<Action> next(int version) {
        List<Action> actions = new ArrayList<>();
        actions.add(CommitInfo.of(
                JsonNodeFactory.instance.objectNode().put("operation", "WRITE").put("txnId", "t" + version)));
        if (version == 0) {
            actions.add(Protocol.features(Set.of(), Set.of("domainMetadata")));
            actions.add(TestTable.metadata(Map.of()));
        }
        Set<String> touched = new HashSet<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            String path = "f" + random.nextInt(12);
            if (touched.add(path)) {
                change(path, version, actions);
            }
        }
        switch (random.nextInt(8)) {
            case 0 -> actions.add(TestTable.metadata(Map.of("k", "" + version)));
            case 1, 2 -> actions.add(new SetTransaction("app" + version % 3, version, OptionalLong.of(version)));
            case 3, 4 -> actions.add(new DomainMetadata("d" + version % 2, "" + version, false));
            case 5 -> actions.add(new DomainMetadata("d" + version % 2, "", true));
            case 6 -> actions.add(Protocol.features(Set.of(), Set.of("domainMetadata", "appendOnly")));
            default -> {}
        }
        return actions;
    }

    private void change(String path, int version, List<Action> actions) {
        if (!live.containsKey(path)) {
            Optional<DeletionVectorDescriptor> vector = Optional.empty();
            actions.add(add(path, version, vector));
            live.put(path, vector);
        } else if (random.nextInt(3) == 0) {
            Optional<DeletionVectorDescriptor> vector =
                    Optional.of(new DeletionVectorDescriptor("i", "v" + version, OptionalInt.empty(), 2, version));
            actions.add(remove(path, live.get(path)));
            actions.add(add(path, version, vector));
            live.put(path, vector);
        } else {
            actions.add(remove(path, live.remove(path)));
        }
    }

    private static AddFile add(String path, int version, Optional<DeletionVectorDescriptor> vector) {
        return new AddFile(
                path,
                PartitionValues.of(version % 2 == 0 ? Map.of() : Map.of("p", "v" + version)),
                version,
                version,
                true,
                Optional.of("{\"numRecords\":" + version + "}"),
                version % 3 == 0 ? Map.of("tag", "" + version) : Map.of(),
                vector,
                OptionalLong.of(version),
                OptionalLong.of(version),
                Optional.empty());
    }

    /** Of the far future, so that no clock makes it expire. */
    private static RemoveFile remove(String path, Optional<DeletionVectorDescriptor> vector) {
        return new RemoveFile(
                path,
                OptionalLong.of(9_999_999_999_999L),
                true,
                true,
                Optional.of(PartitionValues.none()),
                OptionalLong.of(100),
                Optional.empty(),
                Map.of(),
                vector,
                OptionalLong.empty(),
                OptionalLong.empty());
    }
}
