/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class FailedDeletionsTest {
    private final FailedDeletions failures = new FailedDeletions(ErrorContext.table("/t"), "file:/t");

    @Test
    void whatIsRefusedDoesNotEndIt() throws IOException {
        assertThat(failures.among(5)).isEmpty();
        for (int i = 0; i < 100; i++) {
            failures.add("a" + i, new AccessDeniedException("/t/a" + i));
            // As one of many in an answer of S3's, and what POSIX says of an immutable file.
            failures.add("b" + i, new IOException("S3Error(Key=b, Code=AccessDenied, Message=Access Denied)"));
            failures.add("c" + i, new IOException("/t/c" + i + ": Operation not permitted"));
        }
        UndeletedFiles undeleted = failures.among(5).orElseThrow();
        assertThat(undeleted.paths()).hasSize(300).startsWith("a0", "b0", "c0");
        assertThat(undeleted.reason())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("Cannot delete 300 of the 305 files and folders")
                .hasMessageContaining("permission denied")
                .hasMessageContaining("table=/t, path=file:/t/a0")
                .hasMessageContaining("Grant the user");
        assertThat(failures.contains("c99")).isTrue();
        assertThat(failures.contains("a")).isFalse();
    }

    @Test
    void aStorageThatIsDownEndsIt() throws IOException {
        IOException down = new IOException("Connection refused");
        for (int i = 0; i < 19; i++) {
            failures.add("a" + i, down);
            failures.add("b" + i, new AccessDeniedException("b"));
        }
        assertThatThrownBy(() -> failures.add("a19", down)).isSameAs(down);
    }

    @Test
    void anInterruptEndsItAtOnce() {
        assertThatThrownBy(() -> failures.add("a", new InterruptedIOException("stop")))
                .isInstanceOf(InterruptedIOException.class);
    }
}
