/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The requests that reach a server, which a test may make fail before or after they are carried out. */
public final class S3Requests extends ForwardingBlobStore {
    private static final Pattern UPLOAD = Pattern.compile(".+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private volatile Fault before = request -> {};
    private volatile Fault after = request -> {};

    S3Requests(BlobStore objects) {
        super(objects);
    }

    /** Throws when the request, such as {@code PUT t/_delta_log/0.json}, is to fail. */
    @FunctionalInterface
    public interface Fault {
        void strike(String request);
    }

    /** All requests since the last call, and no faults from now on. */
    public List<String> reset() {
        before = request -> {};
        after = request -> {};
        List<String> requests = List.copyOf(seen);
        seen.clear();
        return requests;
    }

    public void failBefore(Fault fault) {
        before = fault;
    }

    public void failAfter(Fault fault) {
        after = fault;
    }

    /** What a client tries again after. */
    public static RuntimeException unavailable() {
        return S3Exception.builder()
                .statusCode(503)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode("ServiceUnavailable")
                        .errorMessage("scripted")
                        .sdkHttpResponse(
                                SdkHttpResponse.builder().statusCode(503).build())
                        .build())
                .message("scripted")
                .build();
    }

    private <T> T pass(String request, Call<T> call) {
        seen.add(request);
        before.strike(request);
        T answer = call.run();
        after.strike(request);
        return answer;
    }

    @Override
    public PutObjectResponse putBlob(PutObjectRequest request, InputStream content) {
        return pass("PUT " + request.key(), () -> super.putBlob(request, content));
    }

    @Override
    public CompleteMultipartUploadResponse completeMultipartUpload(
            MultipartUpload upload, CompleteMultipartUploadRequest request) {
        return pass("COMPLETE " + request.key(), () -> super.completeMultipartUpload(upload, request));
    }

    @Override
    public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
        return pass("GET " + request.key(), () -> super.getBlob(request));
    }

    @Override
    public HeadObjectResponse blobMetadata(HeadObjectRequest request) {
        return pass("HEAD " + request.key(), () -> super.blobMetadata(request));
    }

    @Override
    public DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
        return pass("DELETE " + request.key(), () -> super.removeBlob(request));
    }

    @Override
    public ListObjectsV2Response list(ListObjectsV2Request request) {
        return pass("LIST " + request.prefix(), () -> withoutUploads(super.list(request)));
    }

    /** This server lists the file into which it writes an upload, which S3 does not. */
    private static ListObjectsV2Response withoutUploads(ListObjectsV2Response listed) {
        return listed.toBuilder()
                .contents(listed.contents().stream()
                        .filter(entry -> !UPLOAD.matcher(entry.key()).matches())
                        .toList())
                .build();
    }

    private interface Call<T> {
        T run();
    }
}
