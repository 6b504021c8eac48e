/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.store.LogFault.Step;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;

/**
 * A log store that fails as it is told, in front of an honest one:
 *
 * <pre>{@code
 * faulty.on(PUT, "00000000000000000003.json").unknownWithEffect();
 * faulty.on(LIST).times(2).failBefore();
 * LogFault.Late late = faulty.on(PUT).landLate();   // ... late.land();
 * LogFault.Pause pause = faulty.on(PUT).pauseBefore(); // ... pause.awaitReached(); pause.release();
 * }</pre>
 *
 * Each fault strikes once, unless it is told otherwise, at the first calls that match. Hooks and
 * pauses let the call go on, also to another fault; of the others the one that was told first
 * strikes alone. Any thread.
 */
public final class FaultyLogStore implements LogStore {
    private final List<LogFault> faults;
    private final LogStore delegate;
    private final String prefix;

    public FaultyLogStore(LogStore delegate) {
        this(delegate, "", new CopyOnWriteArrayList<>());
    }

    private FaultyLogStore(LogStore delegate, String prefix, List<LogFault> faults) {
        this.delegate = delegate;
        this.prefix = prefix;
        this.faults = faults;
    }

    /** A fault for any name; it is armed by the method that says what happens. */
    public LogFault on(LogOperation operation) {
        return on(operation, name -> true);
    }

    /** A fault for one name. */
    public LogFault on(LogOperation operation, String name) {
        return on(operation, name::equals);
    }

    /**
     * A fault for some names.
     *
     * @param name of the file, or the first name of a listing; of a folder in the log with the folder's name and a
     *     slash before it
     */
    public LogFault on(LogOperation operation, Predicate<String> name) {
        return new LogFault(operation, name, faults::add);
    }

    /** Disarms all faults. */
    public void heal() {
        faults.clear();
    }

    @Override
    public String location() {
        return delegate.location();
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) throws IOException {
        return call(LogOperation.LIST, firstName, () -> delegate.listFrom(firstName));
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        return call(LogOperation.READ, name, () -> delegate.read(name));
    }

    @Override
    public Optional<InputFile> open(String name) throws IOException {
        return call(LogOperation.OPEN, name, () -> delegate.open(name));
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        Strike strike = strike(LogOperation.PUT, name);
        strike.run(Step.BEFORE);
        PutOutcome outcome = put(strike, name, content);
        strike.run(Step.AFTER);
        return outcome;
    }

    private PutOutcome put(Strike strike, String name, LogContent content) throws IOException {
        LogFault fault = strike.decisive();
        if (fault == null) {
            return delegate.putIfAbsent(name, content);
        }
        fault.throwBefore();
        if (fault.late() != null) {
            byte[] bytes = bytes(content);
            fault.late().arrived(() -> delegate.putIfAbsent(name, LogContent.of(bytes)));
            return PutOutcome.UNKNOWN;
        }
        if (fault.hasEffect()) {
            delegate.putIfAbsent(name, content);
        }
        fault.throwAfter();
        return PutOutcome.UNKNOWN;
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        call(LogOperation.OVERWRITE, name, () -> {
            delegate.overwrite(name, content);
            return name;
        });
    }

    @Override
    public boolean delete(String name) throws IOException {
        return call(LogOperation.DELETE, name, () -> delegate.delete(name));
    }

    @Override
    public int deleteTemporary(long before) throws IOException {
        return delegate.deleteTemporary(before);
    }

    @Override
    public FaultyLogStore folder(String name) {
        return new FaultyLogStore(delegate.folder(name), prefix + name + "/", faults);
    }

    private <T> T call(LogOperation operation, String name, StoreCall<T> call) throws IOException {
        Strike strike = strike(operation, name);
        strike.run(Step.BEFORE);
        LogFault fault = strike.decisive();
        if (fault != null) {
            fault.throwBefore();
        }
        T result = call.call();
        if (fault != null) {
            fault.throwAfter();
        }
        strike.run(Step.AFTER);
        return result;
    }

    private Strike strike(LogOperation operation, String name) {
        List<LogFault> hooks = new ArrayList<>();
        LogFault decisive = null;
        for (LogFault fault : faults) {
            boolean wanted = fault.isHook() || decisive == null;
            if (wanted && fault.matches(operation, prefix + name) && fault.takeOne()) {
                if (fault.isHook()) {
                    hooks.add(fault);
                } else {
                    decisive = fault;
                }
            }
        }
        return new Strike(hooks, decisive);
    }

    private static byte[] bytes(LogContent content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);
        return out.toByteArray();
    }

    /** What strikes one call. */
    private record Strike(List<LogFault> hooks, LogFault decisive) {
        void run(Step step) throws IOException {
            for (LogFault hook : hooks) {
                hook.runHook(step);
            }
        }
    }

    @FunctionalInterface
    private interface StoreCall<T> {
        T call() throws IOException;
    }
}
