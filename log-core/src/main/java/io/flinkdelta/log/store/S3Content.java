/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Reads a whole file on S3 by one request; S3A asks for the file first, to know its length. The content is that of one
 * object, also while the name is written anew. Whoever reads falls back to S3A when it fails.
 */
final class S3Content {
    private final AwsClient.Operation get;

    private S3Content(AwsClient.Operation get) {
        this.get = get;
    }

    /** Empty when the client is not the expected one. */
    static Optional<S3Content> of(AwsClient client) {
        try {
            return Optional.of(new S3Content(client.operation("getObjectAsBytes", "GetObjectRequest")));
        } catch (ReflectiveOperationException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** As {@link LogStore#read}. */
    Optional<byte[]> read(Path file) throws IOException {
        try {
            Object answer = get.ask(Map.of("key", file.toUri().getPath().substring(1)));
            return Optional.of((byte[]) AwsClient.get(answer, "asByteArrayUnsafe"));
        } catch (ReflectiveOperationException e) {
            throw new IOException("the AWS client is not the expected one", e);
        } catch (IOException e) {
            if (e.getCause().getClass().getSimpleName().equals("NoSuchKeyException")) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
