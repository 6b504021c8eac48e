/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import static io.flinkdelta.log.action.JsonFields.nextField;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Provenance of a commit (PROTOCOL.md, "Commit Provenance Information"): free-form JSON, kept as it
 * is, with accessors for the fields that this library writes and reads. Immutable.
 */
public final class CommitInfo implements Action {
    /** What the accessors look at. The rest is for people, and nobody says how much it may be. */
    private static final Set<String> LOOKED_AT = Set.of(
            "timestamp",
            "inCommitTimestamp",
            "operation",
            "engineInfo",
            "txnId",
            "job",
            "jobId",
            "userName",
            "isBlindAppend",
            "tags");

    private final ObjectNode json;

    private CommitInfo(ObjectNode json) {
        this.json = json;
    }

    /** A copy of {@code json}. */
    public static CommitInfo of(ObjectNode json) {
        return new CommitInfo(json.deepCopy());
    }

    /** The object that {@code parser} is at the start of: whole, or only what the accessors look at. */
    static CommitInfo read(JsonParser parser, boolean whole) throws IOException {
        if (whole) {
            return new CommitInfo(parser.readValueAsTree());
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            if (LOOKED_AT.contains(field)) {
                json.set(field, parser.<JsonNode>readValueAsTree());
            } else {
                parser.skipChildren();
            }
        }
        return new CommitInfo(json);
    }

    /** Milliseconds since the epoch. */
    public OptionalLong timestamp() {
        return number("timestamp");
    }

    /** Present on tables with in-commit timestamps; milliseconds since the epoch. */
    public OptionalLong inCommitTimestamp() {
        return number("inCommitTimestamp");
    }

    public Optional<String> operation() {
        return text("operation");
    }

    public Optional<String> engineInfo() {
        return text("engineInfo");
    }

    /** The unique id of the commit attempt, by which a writer tells its own commit from another's. */
    public Optional<String> txnId() {
        return text("txnId");
    }

    /** The job that made the commit, where its platform says so: an object, as JSON. */
    public Optional<String> job() {
        JsonNode job = json.path("job");
        return job.isObject() && !job.isEmpty() ? Optional.of(job.toString()) : text("jobId");
    }

    /** Who ran the engine, where its platform says so. */
    public Optional<String> userName() {
        return text("userName");
    }

    /** A tag, by which writers tell others what the commit means for them. */
    public Optional<String> tag(String key) {
        JsonNode value = json.path("tags").path(key);
        return value.isValueNode() && !value.isNull() ? Optional.of(value.asText()) : Optional.empty();
    }

    public boolean isBlindAppend() {
        return json.path("isBlindAppend").asBoolean(false);
    }

    /** A copy as a JSON object. */
    public ObjectNode toJson() {
        return json.deepCopy();
    }

    private Optional<String> text(String key) {
        JsonNode value = json.get(key);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value.asText());
    }

    private OptionalLong number(String key) {
        JsonNode value = json.get(key);
        return value == null || !value.canConvertToLong() ? OptionalLong.empty() : OptionalLong.of(value.asLong());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CommitInfo that && json.equals(that.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return "CommitInfo" + json;
    }

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.commitInfo(this);
    }
}
