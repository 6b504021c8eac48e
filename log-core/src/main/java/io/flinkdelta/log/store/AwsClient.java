/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The AWS client that S3A holds and gives out, for requests that Hadoop's {@link FileSystem} has no words for. Both are
 * called by reflection, since they are on the classpath of those who use S3 only. Any thread.
 */
final class AwsClient {
    private static final String SERVICE = "software.amazon.awssdk.services.s3.";
    private static final String S3A = "org.apache.hadoop.fs.s3a.S3AFileSystem";

    private final Object client;
    private final ClassLoader loader;
    private final String bucket;

    private AwsClient(FileSystem files) throws ReflectiveOperationException {
        loader = files.getClass().getClassLoader();
        Object internals = files.getClass().getMethod("getS3AInternals").invoke(files);
        client = Class.forName("org.apache.hadoop.fs.s3a.S3AInternals", true, loader)
                .getMethod("getAmazonS3Client", String.class)
                .invoke(internals, "listing and reading a log");
        bucket = (String) files.getClass().getMethod("getBucket").invoke(files);
    }

    /** Empty where only S3A itself knows how to ask, or this S3A cannot be asked for its client. */
    static Optional<AwsClient> of(FileSystem files) {
        if (!files.getClass().getName().equals(S3A) || !isPlain(files)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new AwsClient(files));
        } catch (ReflectiveOperationException | LinkageError e) {
            return Optional.empty();
        }
    }

    /**
     * Not behind an access point; not encrypted here, which changes lengths, nor with keys that go with each request;
     * not at the reader's expense, which each request says; and in a bucket that lists in the order of names, by the
     * second version of the request.
     */
    private static boolean isPlain(FileSystem files) {
        Configuration options = files.getConf();
        String bucket = files.getUri().getHost();
        String encryption = options.get("fs.s3a.encryption.algorithm", "").toUpperCase(Locale.ROOT);
        return bucket != null
                && !bucket.endsWith("--x-s3")
                && options.getInt("fs.s3a.list.version", 2) == 2
                && options.get("fs.s3a.accesspoint.arn", "").isEmpty()
                && options.get("fs.s3a.bucket." + bucket + ".accesspoint.arn", "")
                        .isEmpty()
                && !options.getBoolean("fs.s3a.requester.pays.enabled", false)
                && !encryption.startsWith("CSE")
                && !encryption.equals("SSE-C");
    }

    /** A method of the client that takes one request; found once, for it is called often. */
    Operation operation(String method, String request) throws ReflectiveOperationException {
        Class<?> type = Class.forName(SERVICE + "model." + request, true, loader);
        Class<?> builder = Class.forName(SERVICE + "model." + request + "$Builder", true, loader);
        Method call = Class.forName(SERVICE + "S3Client", true, loader).getMethod(method, type);
        return new Operation(client, bucket, call, type.getMethod("builder"), builder);
    }

    /** What the method {@code name} of an answer, or of a part of one, returns. */
    static Object get(Object answer, String name) throws ReflectiveOperationException {
        return answer.getClass().getMethod(name).invoke(answer);
    }

    /** One kind of request to the bucket. */
    record Operation(Object client, String bucket, Method call, Method newRequest, Class<?> builder) {

        /**
         * The answer.
         *
         * @param fields of the request, besides the bucket
         * @throws IOException whose cause is what the client threw
         */
        Object ask(Map<String, String> fields) throws IOException, ReflectiveOperationException {
            Object request = newRequest.invoke(null);
            builder.getMethod("bucket", String.class).invoke(request, bucket);
            for (Map.Entry<String, String> field : fields.entrySet()) {
                builder.getMethod(field.getKey(), String.class).invoke(request, field.getValue());
            }
            try {
                return call.invoke(client, builder.getMethod("build").invoke(request));
            } catch (InvocationTargetException e) {
                throw new IOException("S3 did not answer " + call.getName() + " " + fields, e.getCause());
            }
        }
    }
}
