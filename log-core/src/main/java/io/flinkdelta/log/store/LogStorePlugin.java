/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * An instance of a user's class that extends {@code io.delta.storage.LogStore}. It is called by
 * reflection: the class comes with its own copy of that library, in the version and from the class
 * loader that the user chose.
 */
final class LogStorePlugin {
    private static final String BASE = "io.delta.storage.LogStore";

    private final Object store;
    private final Configuration hadoop;
    private final Method read;
    private final Method write;
    private final Method listFrom;

    private LogStorePlugin(Class<?> type, Configuration hadoop) throws ReflectiveOperationException {
        Class<?> base = base(type);
        this.hadoop = hadoop;
        this.read = base.getMethod("read", Path.class, Configuration.class);
        this.write = base.getMethod("write", Path.class, Iterator.class, Boolean.class, Configuration.class);
        this.listFrom = base.getMethod("listFrom", Path.class, Configuration.class);
        this.store = type.getConstructor(Configuration.class).newInstance(hadoop);
    }

    /**
     * Loads the class by the thread's context class loader, in Flink that of the job.
     *
     * @throws ReflectiveOperationException when there is no such class, or it is no log store
     */
    static LogStorePlugin load(String className, Configuration hadoop) throws ReflectiveOperationException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? LogStorePlugin.class.getClassLoader() : context;
        try {
            return new LogStorePlugin(Class.forName(className, true, loader), hadoop);
        } catch (LinkageError e) {
            throw new ReflectiveOperationException(e.toString(), e);
        }
    }

    /** All lines of a file, each with its line break; empty when there is no such file. */
    Optional<byte[]> read(Path file) throws IOException {
        try {
            Iterator<?> lines = (Iterator<?>) call(read, file, hadoop);
            try {
                return Optional.of(join(lines));
            } finally {
                if (lines instanceof Closeable open) {
                    open.close();
                }
            }
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Makes the folder, which the plug-ins expect to be there. */
    void makeFolder(Path folder) throws IOException {
        folder.getFileSystem(hadoop).mkdirs(folder);
    }

    /** Creates the file with these lines; the exceptions of the plug-in. */
    void create(Path file, Iterator<String> lines) throws IOException {
        call(write, file, lines, false, hadoop);
    }

    /** The files beside this one whose names are not below its own; none when there is no such folder. */
    List<FileStatus> listFrom(Path file) throws IOException {
        List<FileStatus> files = new ArrayList<>();
        try {
            Iterator<?> listed = (Iterator<?>) call(listFrom, file, hadoop);
            listed.forEachRemaining(status -> files.add((FileStatus) status));
            return files;
        } catch (FileNotFoundException e) {
            return List.of();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private Object call(Method method, Object... arguments) throws IOException {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw unchecked(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] join(Iterator<?> lines) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        while (lines.hasNext()) {
            content.write(lines.next().toString().getBytes(StandardCharsets.UTF_8));
            content.write('\n');
        }
        return content.toByteArray();
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(failure);
    }

    private static Class<?> base(Class<?> type) throws ClassNotFoundException {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (above.getName().equals(BASE)) {
                return above;
            }
        }
        throw new ClassNotFoundException(type.getName() + " does not extend " + BASE);
    }
}
