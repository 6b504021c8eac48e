/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StorageErrorsTest {

    static Stream<Arguments> failures() {
        Class<?> denied = InvalidRequestException.class;
        Class<?> passing = StorageUnavailableException.class;
        return Stream.of(
                Arguments.of(new AccessDeniedException("/t/x"), denied, "permission denied (/t/x)"),
                Arguments.of(new AccessControlException("user=eve, access=WRITE"), denied, "(user=eve, access=WRITE)"),
                Arguments.of(
                        new RemoteException(AccessControlException.class.getName(), "user=eve"),
                        denied,
                        "permission denied"),
                Arguments.of(new FileSystemException("/t", null, "Read-only file system"), denied, "read-only"),
                Arguments.of(new FileSystemException("/t/x", null, "Not a directory"), denied, "/t/x: Not a directory"),
                Arguments.of(new IOException("No space left on device"), passing, "no space is left"),
                Arguments.of(
                        new IOException("cannot write /t/x", new IOException("No space left on device")),
                        passing,
                        "no space is left (cannot write /t/x)"),
                Arguments.of(new FileSystemException("/t", null, "Disk quota exceeded"), passing, "no space is left"),
                Arguments.of(new DSQuotaExceededException("DiskSpace quota of /t"), passing, "no space is left"),
                Arguments.of(new FileSystemException("/t/x", null, "File name too long"), denied, "longer than"),
                Arguments.of(
                        new DSQuotaExceededException(
                                "The maximum path component name limit of x in directory /t is exceeded"),
                        denied,
                        "longer than"),
                Arguments.of(new ClosedByInterruptException(), passing, "interrupted"),
                Arguments.of(new InterruptedIOException("sleep"), passing, "interrupted"),
                Arguments.of(new ConnectException("Connection refused"), passing, "(Connection refused)"),
                Arguments.of(
                        new IOException("http has no listings", new UnsupportedOperationException()),
                        denied,
                        "does not do what this takes (http has no listings)"),
                Arguments.of(new IOException(), passing, "the storage failed."),
                Arguments.of(new FileNotFoundException("/t/x"), CorruptLogException.class, "missing"),
                Arguments.of(new NoSuchFileException("/t/x"), CorruptLogException.class, "missing"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void tellsWhatToDo(IOException failure, Class<?> kind, String said) {
        DeltaException error =
                StorageErrors.of(failure, ErrorContext.table("/t").with("version", 3), "/t/x", "read x");
        assertThat(error)
                .isInstanceOf(kind)
                .hasMessageStartingWith("Cannot read x: ")
                .hasMessageContaining(said)
                .hasMessageContaining("[table=/t, version=3, path=/t/x]")
                .hasCause(failure);
        assertThat(error.remedy()).endsWith(".");
    }

    @ParameterizedTest
    @CsvSource({
        "s3a://bucket/t, false",
        "hdfs://nn/t, false",
        "file:/t, true",
        "/t, true",
        "t, true",
    })
    void theUserOfTheProcessIsThatOfLocalFilesOnly(String table, boolean local) {
        IOException failure = new AccessDeniedException("x", null, "403 Forbidden");
        for (DeltaException error : List.of(
                StorageErrors.of(failure, ErrorContext.table(table), "p=1/x", "read x"),
                StorageErrors.of(failure, ErrorContext.none(), table, "read x"),
                StorageErrors.ofWrite(failure, ErrorContext.table(table), "write x"))) {
            if (local) {
                assertThat(error.remedy()).startsWith("Grant the user " + System.getProperty("user.name") + " ");
            } else {
                assertThat(error.remedy())
                        .contains("the user of the credentials")
                        .doesNotContain(System.getProperty("user.name"));
            }
        }
    }

    /** Such as the folder of a partition that an empty-folder sweep deletes, or a lease that ran out. */
    @Test
    void whatIsMissingForAWriterIsNoCorruptLog() {
        DeltaException error =
                StorageErrors.ofWrite(new FileNotFoundException("/t/p=1/x"), ErrorContext.table("/t"), "write x");
        assertThat(error)
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessage("Cannot write x: the storage failed (/t/p=1/x). [table=/t]"
                        + " Check that the storage can be reached, then try again.");
        assertThat(StorageErrors.ofWrite(new AccessDeniedException("/t/x"), ErrorContext.table("/t"), "write x"))
                .isInstanceOf(InvalidRequestException.class);
    }
}
