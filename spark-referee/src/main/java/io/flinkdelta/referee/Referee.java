/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkThrowable;

/**
 * Spark and Delta Kernel behind a line protocol: one JSON request a line on standard input, one JSON answer a line on
 * standard output, in order, until standard input ends. Everything that is printed or logged goes to standard error.
 *
 * <pre>
 * {"op":"sql","statements":["..."]}                            result: per statement an array of rows
 * {"op":"rows","engine":"spark|kernel","path":"...",
 *  "versions":[0,null],"files":["/out/0","/out/newest"]}       result: per version {"count":n,"sha256":"..."};
 *                                                              files are optional
 * {"op":"inputFiles","query":"SELECT ..."}                     result: the files that are left after pruning
 * {"op":"evaluate","zone":"UTC","table":"VALUES ...",
 *  "expressions":["a + b"]}                                    result: see SparkExpressions
 * {"op":"stream","from":"...","to":"...","checkpoint":"..."}   result: null, all rows of `from` are in `to`
 * {"op":"forget"}                                              result: null, Spark reads logs anew
 * {"op":"checksums","path":"...","versions":[0,1]}             result: per version whether it has a checksum; an
 *                                                              error when one is not that of the version's state
 * {"op":"kernelFiles","path":"...","version":0,
 *  "filter":["<",{"column":["a"]},{"long":5}]}                 result: per live file its path, size, deletionVector;
 *                                                              version and filter are optional
 * {"op":"kernelCheckpoint","path":"...","version":0}           result: null
 * {"op":"kernelChecksum","path":"...","version":0}             result: null
 * {"op":"kernelCompaction","path":"...","first":0,"last":3}    result: null
 * </pre>
 *
 * An answer is {@code {"result":...}} or {@code {"error":{"class":...,"condition":...,"message":...}}}.
 */
public final class Referee {
    private final ObjectMapper json = new ObjectMapper();

    /** Reads two versions at a time, for Spark plans a query on one processor. */
    private final ExecutorService readers = Executors.newFixedThreadPool(2, Referee::daemon);

    private final SparkReader spark;
    private final KernelReader kernel;
    private final KernelLog kernelLog;

    private Referee(SparkReader spark, Engine engine) {
        this.spark = spark;
        this.kernel = new KernelReader(engine);
        this.kernelLog = new KernelLog(engine);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "rows");
        thread.setDaemon(true);
        return thread;
    }

    /** Answers until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (SparkReader spark = new SparkReader()) {
            Referee referee = new Referee(spark, DefaultEngine.create(new Configuration()));
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                answers.println(referee.answer(line));
            }
        }
    }

    // Whatever goes wrong inside of an engine is an answer, so that the tests can look at it.
    private ObjectNode answer(String line) {
        ObjectNode answer = json.createObjectNode();
        try {
            answer.set("result", run(json.readTree(line)));
        } catch (Exception | LinkageError thrown) {
            Throwable e = thrown instanceof ExecutionException ? thrown.getCause() : thrown;
            e.printStackTrace();
            ObjectNode error = answer.putObject("error");
            error.put("class", e.getClass().getName());
            error.put("condition", e instanceof SparkThrowable known ? known.getCondition() : null);
            error.put("message", messages(e));
        }
        return answer;
    }

    private static String messages(Throwable error) {
        StringBuilder text = new StringBuilder(String.valueOf(error.getMessage()));
        for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
            text.append(" | caused by ").append(cause);
        }
        return text.toString();
    }

    private JsonNode run(JsonNode request) throws Exception {
        switch (request.path("op").asText()) {
            case "sql":
                return sql(request.path("statements"));
            case "rows":
                return rows(request);
            case "inputFiles":
                return json.valueToTree(spark.inputFiles(request.path("query").asText()));
            case "evaluate":
                return spark.expressions(request.path("zone").asText())
                        .evaluate(request.path("table").asText(), request.path("expressions"));
            case "stream":
                spark.stream(
                        request.path("from").asText(),
                        request.path("to").asText(),
                        request.path("checkpoint").asText());
                return json.nullNode();
            case "checksums":
                return checksums(request);
            case "forget":
                spark.forget();
                return json.nullNode();
            default:
                return kernel(request);
        }
    }

    private JsonNode kernel(JsonNode request) throws IOException {
        String path = request.path("path").asText();
        switch (request.path("op").asText()) {
            case "kernelFiles":
                return kernelFiles(request);
            case "kernelCheckpoint":
                kernelLog.checkpoint(path, request.path("version").asLong());
                return json.nullNode();
            case "kernelChecksum":
                kernelLog.checksum(path, request.path("version").asLong());
                return json.nullNode();
            case "kernelCompaction":
                kernelLog.compact(
                        path,
                        request.path("first").asLong(),
                        request.path("last").asLong());
                return json.nullNode();
            default:
                throw new IllegalArgumentException("no such operation: " + request);
        }
    }

    private JsonNode kernelFiles(JsonNode request) throws IOException {
        JsonNode version = request.path("version");
        JsonNode filter = request.path("filter");
        return json.valueToTree(kernelLog.files(
                request.path("path").asText(),
                version.isNumber() ? OptionalLong.of(version.asLong()) : OptionalLong.empty(),
                filter.isArray() ? Optional.of(KernelFilter.of(filter)) : Optional.empty()));
    }

    private JsonNode sql(JsonNode statements) throws IOException {
        ArrayNode results = json.createArrayNode();
        for (JsonNode statement : statements) {
            ArrayNode rows = results.addArray();
            for (String row : spark.sql(statement.asText())) {
                rows.add(json.readTree(row));
            }
        }
        return results;
    }

    private JsonNode checksums(JsonNode request) {
        ArrayNode present = json.createArrayNode();
        for (JsonNode version : request.path("versions")) {
            present.add(spark.validateChecksum(request.path("path").asText(), version.asLong()));
        }
        return present;
    }

    private JsonNode rows(JsonNode request) throws Exception {
        List<Future<RowFile>> read = new ArrayList<>();
        for (int i = 0; i < request.path("versions").size(); i++) {
            int number = i;
            read.add(readers.submit(() -> rows(request, number)));
        }
        ArrayNode results = json.createArrayNode();
        for (Future<RowFile> each : read) {
            RowFile rows = each.get();
            results.addObject().put("count", rows.count()).put("sha256", rows.sha256());
        }
        return results;
    }

    private RowFile rows(JsonNode request, int number) throws IOException {
        RowReader reader = request.path("engine").asText().equals("kernel") ? kernel : spark;
        JsonNode version = request.path("versions").get(number);
        OptionalLong at = version.isNull() ? OptionalLong.empty() : OptionalLong.of(version.asLong());
        JsonNode file = request.path("files").path(number);
        List<String> lines = reader.read(request.path("path").asText(), at);
        return file.isTextual() ? RowFile.write(Path.of(file.asText()), lines) : RowFile.digest(lines);
    }
}
