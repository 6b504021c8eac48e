/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.referee;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Spark and Delta Kernel in a JVM of their own ({@code spark-referee}), asked over its standard streams. One request at
 * a time; any thread. The process ends with this one, because its standard input ends.
 */
public final class RefereeProcess implements AutoCloseable {
    private static final List<String> OPENED = List.of(
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.net",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic",
            "java.base/jdk.internal.ref",
            "java.base/sun.nio.ch",
            "java.base/sun.nio.cs",
            "java.base/sun.security.action",
            "java.base/sun.util.calendar",
            "java.security.jgss/sun.security.krb5");

    private final ObjectMapper json = new ObjectMapper();
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;
    private final Path log;

    private RefereeProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.requests = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Forks the referee as the build left it.
     *
     * @param build the target folder of spark-referee
     * @param work a folder for its log and its warehouse
     */
    public static RefereeProcess start(Path build, Path work) {
        try {
            Files.createDirectories(work);
            Path log = work.resolve("referee.log");
            String classPath = build.resolve("classes") + ":"
                    + Files.readString(build.resolve("classpath.txt")).strip();
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-Xmx2g", "-Xms1g", "-Xmn512m", "-XX:+UseSerialGC"));
            // Short statements on small tables: the second compiler costs twice the time that it saves.
            command.add("-XX:TieredStopAtLevel=1");
            // With one compiler the JVM reserves 48 MB for code; Spark fills them, and is compiled over and over.
            command.add("-XX:ReservedCodeCacheSize=256m");
            OPENED.forEach(name -> command.add("--add-opens=" + name + "=ALL-UNNAMED"));
            command.add("-Djdk.reflect.useDirectMethodHandle=false");
            command.add("-Duser.timezone=UTC");
            command.add("-Dfile.encoding=UTF-8");
            command.add("-Dreferee.work=" + work.resolve("warehouse"));
            command.addAll(List.of("-cp", classPath, "io.flinkdelta.referee.Referee"));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(work.toFile())
                    .redirectError(ProcessBuilder.Redirect.to(log.toFile()));
            builder.environment().put("LC_ALL", "C.UTF-8");
            builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
            return new RefereeProcess(builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the referee of " + build, e);
        }
    }

    /** Runs statements in Spark; the rows of the last one, as objects in the exact encoding. */
    public ArrayNode sql(String... statements) {
        List<ArrayNode> results = sqlEach(List.of(statements));
        return results.get(results.size() - 1);
    }

    /** Runs statements in Spark in one request; the rows of each. */
    public List<ArrayNode> sqlEach(List<String> statements) {
        ObjectNode request = request("sql");
        statements.forEach(request.putArray("statements")::add);
        List<ArrayNode> results = new ArrayList<>();
        ask(request).forEach(rows -> results.add((ArrayNode) rows));
        return results;
    }

    /** Has the engine read versions of a table (empty: the newest) into files of sorted exact lines, one a version. */
    public void rows(Engine engine, Path table, List<OptionalLong> versions, List<Path> files) {
        ObjectNode request = request("rows").put("engine", engine.requestName()).put("path", table.toString());
        putVersions(request, versions);
        ArrayNode named = request.putArray("files");
        files.forEach(file -> named.add(file.toString()));
        ask(request);
    }

    /** What the engine reads at versions of a table (empty: the newest), one digest a version. */
    public List<RowsDigest> digests(Engine engine, Path table, List<OptionalLong> versions) {
        ObjectNode request = request("rows").put("engine", engine.requestName()).put("path", table.toString());
        putVersions(request, versions);
        List<RowsDigest> digests = new ArrayList<>();
        ask(request)
                .forEach(digest -> digests.add(new RowsDigest(
                        digest.path("count").asLong(), digest.path("sha256").asText())));
        return digests;
    }

    private static void putVersions(ObjectNode request, List<OptionalLong> versions) {
        ArrayNode asked = request.putArray("versions");
        versions.forEach(version -> {
            if (version.isPresent()) {
                asked.add(version.getAsLong());
            } else {
                asked.addNull();
            }
        });
    }

    /**
     * Whether versions have checksum files, by Spark.
     *
     * @throws RefereeException when one is not that of the state that Spark makes of the log
     */
    public List<Boolean> checksums(Path table, List<Long> versions) {
        ObjectNode request = request("checksums").put("path", table.toString());
        versions.forEach(request.putArray("versions")::add);
        List<Boolean> present = new ArrayList<>();
        ask(request).forEach(each -> present.add(each.asBoolean()));
        return present;
    }

    /** Has Spark read logs from the beginning again, instead of going on from what it knows of a table. */
    public void forget() {
        ask(request("forget"));
    }

    /** The data files that Spark reads for each query, after pruning by partitions and statistics. */
    public List<String> inputFiles(String query) {
        List<String> files = new ArrayList<>();
        ask(request("inputFiles").put("query", query)).forEach(file -> files.add(file.asText()));
        return files;
    }

    /**
     * Spark's value of each expression for each row of an inline table: {@code {"type":...,"values":[...]}}, where an
     * error is an object, or {@code {"refused":...}} for what Spark does not take.
     */
    public List<JsonNode> evaluate(String zone, String table, List<String> expressions) {
        ObjectNode request = request("evaluate").put("zone", zone).put("table", table);
        expressions.forEach(request.putArray("expressions")::add);
        List<JsonNode> results = new ArrayList<>();
        ask(request).forEach(results::add);
        return results;
    }

    /** Copies what is new in one table into another one with a Spark stream, which leaves its {@code txn} there. */
    public void stream(Path from, Path to, Path checkpoint) {
        ask(request("stream")
                .put("from", from.toString())
                .put("to", to.toString())
                .put("checkpoint", checkpoint.toString()));
    }

    /**
     * The live files that Kernel keeps.
     *
     * @param filter as the referee takes it, {@code ["<",{"column":["a"]},{"long":5}]}
     */
    public List<KernelFile> kernelFiles(Path table, OptionalLong version, Optional<JsonNode> filter) {
        ObjectNode request = request("kernelFiles").put("path", table.toString());
        version.ifPresent(number -> request.put("version", number));
        filter.ifPresent(predicate -> request.set("filter", predicate));
        List<KernelFile> files = new ArrayList<>();
        ask(request)
                .forEach(file -> files.add(new KernelFile(
                        file.path("path").asText(),
                        file.path("size").asLong(),
                        file.path("deletionVector").textValue())));
        return files;
    }

    /** Has Kernel write the checkpoint of a version. */
    public void kernelCheckpoint(Path table, long version) {
        ask(request("kernelCheckpoint").put("path", table.toString()).put("version", version));
    }

    /** Has Kernel write the checksum file of a version. */
    public void kernelChecksum(Path table, long version) {
        ask(request("kernelChecksum").put("path", table.toString()).put("version", version));
    }

    /** Has Kernel write the compacted log file of the commits first to last. */
    public void kernelCompaction(Path table, long first, long last) {
        ask(request("kernelCompaction")
                .put("path", table.toString())
                .put("first", first)
                .put("last", last));
    }

    private ObjectNode request(String operation) {
        return json.createObjectNode().put("op", operation);
    }

    private synchronized JsonNode ask(ObjectNode request) {
        try {
            requests.write(request.toString());
            requests.newLine();
            requests.flush();
            String line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException("the referee ended; see " + log);
            }
            JsonNode answer = json.readTree(line);
            JsonNode error = answer.path("error");
            if (error.isObject()) {
                throw new RefereeException(
                        error.path("class").asText(),
                        error.path("condition").asText(""),
                        error.path("message").asText());
            }
            return answer.path("result");
        } catch (IOException e) {
            throw new UncheckedIOException("the referee does not answer; see " + log, e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        requests.close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
