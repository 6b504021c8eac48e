/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.JobID;

/** Looks at a job through Flink's REST API, as anybody can. */
final class JobWatch {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final JsonMapper json = new JsonMapper();
    private final URI job;

    JobWatch(URI rest, JobID jobId) {
        this.job = rest.resolve("/jobs/" + jobId);
    }

    /** The page of the job in the web UI. */
    URI page() {
        return job.resolve("/#/job/" + job.getPath().substring("/jobs/".length()));
    }

    /** {@code RUNNING}, {@code RESTARTING}, {@code FINISHED}, {@code FAILED}, ... */
    String state() throws IOException, InterruptedException {
        return get("").path("state").asText();
    }

    static boolean isFinal(String state) {
        return List.of("FINISHED", "FAILED", "CANCELED", "SUSPENDED").contains(state);
    }

    long completedCheckpoints() throws IOException, InterruptedException {
        return get("/checkpoints").path("counts").path("completed").asLong();
    }

    /** The stack traces of the failures so far, newest first. */
    List<String> failures() throws IOException, InterruptedException {
        List<String> failures = new ArrayList<>();
        for (JsonNode entry : get("/exceptions").path("exceptionHistory").path("entries")) {
            failures.add(entry.path("stacktrace").asText());
        }
        return failures;
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(job + path)).timeout(TIMEOUT).build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("Flink answered " + response.statusCode() + " to " + request.uri());
        }
        return json.readTree(response.body());
    }
}
