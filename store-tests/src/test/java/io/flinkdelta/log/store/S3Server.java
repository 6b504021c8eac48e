/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** A server in this process that speaks the protocol of S3 and keeps its objects in memory. */
public final class S3Server implements AutoCloseable {
    public static final String USER = "some-user";
    public static final String SECRET = "the-very-secret-key";

    private final S3Requests requests = new S3Requests(new TransientNio2BlobStore());
    /** Its own, since Hadoop keeps one file system for each bucket. */
    private final String bucket = "bucket-" + UUID.randomUUID();

    private final S3Proxy server;

    public S3Server() throws Exception {
        requests.createContainer(bucket);
        server = S3Proxy.builder()
                .blobStore(requests)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, USER, SECRET)
                .build();
        server.start();
    }

    /** The place of a table in the bucket. */
    public String table(String path) {
        return "s3a://" + bucket + "/" + path;
    }

    /** Puts an object without a client. */
    void put(String key, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        requests.putBlob(
                PutObjectRequest.builder()
                        .bucket(bucket)
                        .key(key)
                        .contentLength((long) bytes.length)
                        .build(),
                new ByteArrayInputStream(bytes));
    }

    public S3Requests requests() {
        return requests;
    }

    public String endpoint() {
        return "http://127.0.0.1:" + server.getPort();
    }

    /** What a user of this server sets. */
    public Configuration hadoop() {
        return hadoop(endpoint());
    }

    /** What a user sets who knows where the server is. */
    public static Configuration hadoop(String endpoint) {
        Configuration hadoop = new Configuration();
        options(endpoint).forEach(hadoop::set);
        return hadoop;
    }

    /** The same as options. */
    public static Map<String, String> options(String endpoint) {
        return Map.ofEntries(
                Map.entry("fs.s3a.endpoint", endpoint),
                Map.entry("fs.s3a.endpoint.region", "us-east-1"),
                Map.entry("fs.s3a.path.style.access", "true"),
                Map.entry("fs.s3a.connection.ssl.enabled", "false"),
                Map.entry("fs.s3a.access.key", USER),
                Map.entry("fs.s3a.secret.key", SECRET),
                Map.entry("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider"),
                Map.entry("fs.s3a.bucket.probe", "0"),
                Map.entry("fs.s3a.connection.maximum", "128"),
                Map.entry("fs.s3a.threads.max", "64"),
                Map.entry("fs.s3a.retry.limit", "2"),
                Map.entry("fs.s3a.attempts.maximum", "2"),
                Map.entry("fs.s3a.retry.throttle.limit", "2"),
                Map.entry("fs.s3a.retry.throttle.interval", "10ms"),
                Map.entry("fs.s3a.fast.upload.buffer", "bytebuffer"));
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not stop", e);
        }
    }
}
