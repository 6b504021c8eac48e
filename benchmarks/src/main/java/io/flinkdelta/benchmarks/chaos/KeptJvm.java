/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program in a JVM of its own that is started again whenever it ends, as a service manager does. It ends with this
 * JVM, however this JVM ends. Any thread may kill it.
 */
final class KeptJvm implements AutoCloseable {
    private static final String LOG_CONFIGURATION = "classpath:io/flinkdelta/benchmarks/chaos/log4j2.xml";
    private static final long PAUSE_AFTER_FAILURE_MILLIS = 500;

    private final String name;
    private final List<String> command;
    private final Path log;
    private final WhenStarted whenStarted;
    private final Thread keeper;
    private final ConcurrentLinkedQueue<String> troubles = new ConcurrentLinkedQueue<>();
    private Process process;
    private boolean killed;
    private boolean closed;

    /** What is done with each new process; it may be killed meanwhile. */
    @FunctionalInterface
    interface WhenStarted {
        void accept(Process process) throws Exception;
    }

    /** A program to be kept; see {@link #start}. */
    KeptJvm(String name, int heapMegabytes, Path log, String mainClass, List<String> arguments, WhenStarted started) {
        this.name = name;
        this.log = log;
        this.whenStarted = started;
        this.command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMegabytes + "m",
                "-XX:MaxDirectMemorySize=256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.awt.headless=true",
                "-Dlog4j2.configurationFile=" + LOG_CONFIGURATION,
                ChildProgram.class.getName(),
                mainClass));
        command.addAll(arguments);
        this.keeper = new Thread(this::keep, "keeper of " + name);
        keeper.setDaemon(true);
    }

    void start() throws IOException {
        Files.createDirectories(log.getParent());
        keeper.start();
    }

    /** As {@code kill -9} does. Returns when the process is gone; the keeper starts the next one. */
    void kill() throws InterruptedException {
        Process victim;
        synchronized (this) {
            victim = process;
            killed = true;
        }
        if (victim != null) {
            victim.destroyForcibly().waitFor();
        }
    }

    /** Holds the process for some time, as a machine that swaps or a virtual one that is moved; returns at once. */
    void stall(Duration time) throws IOException {
        String pid;
        synchronized (this) {
            pid = Long.toString(process.pid());
        }
        // By another process, so that the held one is let go, and can end, also when this JVM is gone.
        new ProcessBuilder("sh", "-c", "kill -STOP $0; sleep $1; kill -CONT $0", pid, Long.toString(time.toSeconds()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** What happened that nobody wanted: the program ended by itself, or could not be used. */
    List<String> troubles() {
        return List.copyOf(troubles);
    }

    private void keep() {
        try {
            while (true) {
                Process started = fork();
                if (started == null) {
                    return;
                }
                use(started);
                int exit = started.waitFor();
                if (endedByItself()) {
                    troubles.add("The " + name + " ended by itself with " + exit + ".");
                    TimeUnit.MILLISECONDS.sleep(PAUSE_AFTER_FAILURE_MILLIS);
                }
            }
        } catch (IOException e) {
            troubles.add("The " + name + " could not be started: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Process fork() throws IOException {
        if (closed) {
            return null;
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        killed = false;
        process = builder.start();
        return process;
    }

    private void use(Process started) throws InterruptedException {
        try {
            whenStarted.accept(started);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            if (!wasKilled()) {
                troubles.add("The " + name + " could not be used: " + e);
                kill();
            }
        }
    }

    private synchronized boolean wasKilled() {
        return killed || closed;
    }

    private synchronized boolean endedByItself() {
        return !killed && !closed;
    }

    /** Ends the program for good. */
    @Override
    public void close() {
        Process last;
        synchronized (this) {
            closed = true;
            last = process;
        }
        keeper.interrupt();
        if (last != null) {
            last.destroyForcibly().onExit().join();
        }
    }
}
