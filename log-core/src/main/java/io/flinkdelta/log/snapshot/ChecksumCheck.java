/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.TableState;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Compares a version checksum with the version that it belongs to (PROTOCOL.md, "Version Checksum File").
 * One that differs tells of a writer that counted wrong, or of a log that has changed since. Pure.
 */
public final class ChecksumCheck {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Difference> differences = new ArrayList<>();

    private ChecksumCheck() {}

    /**
     * One thing that they do not agree on.
     *
     * @param field as the checksum file calls it; of what has parts, the part: {@code metadata.description}
     * @param inChecksum what the checksum says; empty when it says nothing of the part
     * @param inLog what the log says; empty when it says nothing of the part
     */
    public record Difference(String field, Optional<String> inChecksum, Optional<String> inLog) {
        @Override
        public String toString() {
            return field + ": " + inChecksum.orElse("nothing") + " in the checksum, " + inLog.orElse("nothing")
                    + " in the log";
        }
    }

    /**
     * What a checksum tells otherwise than the log; what it does not tell at all is no difference.
     *
     * @param state of the version, by the log
     * @param files of the version, by the log; what is not known of them is no difference
     */
    public static List<Difference> differences(VersionChecksum checksum, TableState state, FileTotals files) {
        ChecksumCheck check = new ChecksumCheck();
        check.numbers("tableSizeBytes", OptionalLong.of(checksum.tableSizeBytes()), OptionalLong.of(files.bytes()));
        check.numbers("numFiles", OptionalLong.of(checksum.numFiles()), OptionalLong.of(files.files()));
        check.numbers("numDeletedRecordsOpt", checksum.numDeletedRecords(), files.deletedRows());
        check.numbers("numDeletionVectorsOpt", checksum.numDeletionVectors(), files.deletionVectors());
        check.transactions(checksum, state);
        checksum.domainMetadata()
                .ifPresent(told -> check.parts(
                        "domainMetadata",
                        by(DomainMetadata::domain, told),
                        by(DomainMetadata::domain, state.domainMetadata().values())));
        check.parts(
                "metadata", fields(checksum.metadata()), fields(state.metadata().orElseThrow()));
        check.parts(
                "protocol", fields(checksum.protocol()), fields(state.protocol().orElseThrow()));
        return List.copyOf(check.differences);
    }

    /** Those that are too old may be left out, and when that is depends on who looks. */
    private void transactions(VersionChecksum checksum, TableState state) {
        if (checksum.setTransactions().isEmpty()) {
            return;
        }
        Map<String, JsonNode> told =
                by(SetTransaction::appId, checksum.setTransactions().get());
        Map<String, JsonNode> there =
                by(SetTransaction::appId, state.transactions().values());
        if (checksum.metadata().configuration().containsKey(TableProperties.TRANSACTION_RETENTION)) {
            there.keySet().retainAll(told.keySet());
        }
        parts("setTransactions", told, there);
    }

    private void numbers(String field, OptionalLong told, OptionalLong there) {
        if (told.isPresent() && there.isPresent() && told.getAsLong() != there.getAsLong()) {
            differences.add(new Difference(
                    field,
                    Optional.of(Long.toString(told.getAsLong())),
                    Optional.of(Long.toString(there.getAsLong()))));
        }
    }

    private void parts(String field, Map<String, JsonNode> told, Map<String, JsonNode> there) {
        SortedSet<String> names = new TreeSet<>(told.keySet());
        names.addAll(there.keySet());
        for (String name : names) {
            Optional<JsonNode> inChecksum = Optional.ofNullable(told.get(name));
            Optional<JsonNode> inLog = Optional.ofNullable(there.get(name));
            if (!inChecksum.equals(inLog)) {
                differences.add(new Difference(
                        field + "." + name, inChecksum.map(ChecksumCheck::text), inLog.map(ChecksumCheck::text)));
            }
        }
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString();
    }

    /** One that is there twice is as good as its last word. */
    private static <T extends Action> Map<String, JsonNode> by(Function<T, String> name, Collection<T> actions) {
        Map<String, JsonNode> named = new TreeMap<>();
        actions.forEach(action -> named.put(name.apply(action), json(action)));
        return named;
    }

    private static Map<String, JsonNode> fields(Action action) {
        Map<String, JsonNode> fields = new TreeMap<>();
        json(action).properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }

    /** As the log has it, without the action's name. */
    private static JsonNode json(Action action) {
        try {
            return JSON.readTree(ActionJson.write(action)).iterator().next();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
