/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.store.LogStore.LogEntry;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Lists a folder on S3 from a name on ({@code start-after}), which Hadoop's {@link FileSystem} cannot ask
 * for. The request is made with the AWS client that S3A holds and gives out; both are called by reflection,
 * since they are on the classpath of those who use S3 only. Whoever lists falls back to S3A when it fails.
 */
final class S3Listing {
    private static final String MODEL = "software.amazon.awssdk.services.s3.model.";
    private static final String S3A = "org.apache.hadoop.fs.s3a.S3AFileSystem";

    private final Object client;
    private final String bucket;
    private final Method newRequest;
    private final Method list;
    private final Class<?> requestBuilder;
    private final Class<?> response;
    private final Class<?> object;

    private S3Listing(FileSystem files) throws ReflectiveOperationException {
        Object internals = files.getClass().getMethod("getS3AInternals").invoke(files);
        ClassLoader loader = files.getClass().getClassLoader();
        client = Class.forName("org.apache.hadoop.fs.s3a.S3AInternals", true, loader)
                .getMethod("getAmazonS3Client", String.class)
                .invoke(internals, "listing a log from a name on");
        bucket = (String) files.getClass().getMethod("getBucket").invoke(files);
        Class<?> request = Class.forName(MODEL + "ListObjectsV2Request", true, loader);
        newRequest = request.getMethod("builder");
        requestBuilder = Class.forName(MODEL + "ListObjectsV2Request$Builder", true, loader);
        response = Class.forName(MODEL + "ListObjectsV2Response", true, loader);
        object = Class.forName(MODEL + "S3Object", true, loader);
        list = Class.forName("software.amazon.awssdk.services.s3.S3Client", true, loader)
                .getMethod("listObjectsV2", request);
    }

    /** Empty where only S3A itself knows how to list, or this S3A cannot be asked for its client. */
    static Optional<S3Listing> of(FileSystem files) {
        if (!files.getClass().getName().equals(S3A) || !isPlain(files)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new S3Listing(files));
        } catch (ReflectiveOperationException | LinkageError e) {
            return Optional.empty();
        }
    }

    /**
     * Not behind an access point; not encrypted here, which changes lengths; and in a bucket that lists in
     * the order of names, by the second version of the request.
     */
    private static boolean isPlain(FileSystem files) {
        Configuration options = files.getConf();
        String bucket = files.getUri().getHost();
        return bucket != null
                && !bucket.endsWith("--x-s3")
                && options.getInt("fs.s3a.list.version", 2) == 2
                && options.get("fs.s3a.accesspoint.arn", "").isEmpty()
                && options.get("fs.s3a.bucket." + bucket + ".accesspoint.arn", "")
                        .isEmpty()
                && !options.get("fs.s3a.encryption.algorithm", "")
                        .toUpperCase(Locale.ROOT)
                        .startsWith("CSE");
    }

    /** As {@link LogStore#listFrom}. */
    Stream<LogEntry> listFrom(Path folder, String firstName) throws IOException {
        String prefix = folder.toUri().getPath().substring(1) + "/";
        List<LogEntry> entries = new ArrayList<>();
        try {
            Object page = list.invoke(client, request(prefix, "startAfter", prefix + below(firstName)));
            while (true) {
                for (Object file : (List<?>) response.getMethod("contents").invoke(page)) {
                    entry(file, prefix).filter(entry -> isIn(entry, firstName)).ifPresent(entries::add);
                }
                Object next = response.getMethod("nextContinuationToken").invoke(page);
                if (next == null) {
                    return entries.stream().sorted(Comparator.comparing(LogEntry::name, FileNames.UTF8_ORDER));
                }
                page = list.invoke(client, request(prefix, "continuationToken", (String) next));
            }
        } catch (InvocationTargetException e) {
            throw new IOException("S3 did not list " + folder + " from " + firstName + " on", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IOException("the AWS client is not the expected one", e);
        }
    }

    private Object request(String prefix, String where, String value) throws ReflectiveOperationException {
        Object builder = newRequest.invoke(null);
        set(builder, "bucket", bucket);
        set(builder, "prefix", prefix);
        set(builder, "delimiter", "/");
        set(builder, where, value);
        return requestBuilder.getMethod("build").invoke(builder);
    }

    private void set(Object builder, String name, String value) throws ReflectiveOperationException {
        requestBuilder.getMethod(name, String.class).invoke(builder, value);
    }

    private Optional<LogEntry> entry(Object file, String prefix) throws ReflectiveOperationException {
        String name = ((String) object.getMethod("key").invoke(file)).substring(prefix.length());
        long size = (Long) object.getMethod("size").invoke(file);
        Instant time = (Instant) object.getMethod("lastModified").invoke(file);
        return name.isEmpty() ? Optional.empty() : Optional.of(new LogEntry(name, size, time.toEpochMilli()));
    }

    private static boolean isIn(LogEntry entry, String firstName) {
        return !FileNames.isHidden(entry.name()) && FileNames.UTF8_ORDER.compare(entry.name(), firstName) >= 0;
    }

    /** A name that is surely below, and above nearly all that are; S3 leaves out the name that it is given. */
    private static String below(String name) {
        int last = name.length() - 1;
        return name.charAt(last) > ' ' && name.charAt(last) <= '~'
                ? name.substring(0, last) + (char) (name.charAt(last) - 1)
                : name.substring(0, last);
    }
}
