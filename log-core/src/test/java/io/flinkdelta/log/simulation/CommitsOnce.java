/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Each commit lands once at most, and so does each step of an application's progress; one that was acknowledged is in,
 * one that was said to have failed never is. The rows are those that the commits, in the order of the log, make of them.
 */
final class CommitsOnce implements Invariant {
    private final History history;
    private final Map<String, Effect> attempts = new HashMap<>();
    private final Map<String, Long> landed = new HashMap<>();
    private final Map<Effect.Progress, Long> progress = new HashMap<>();
    private final Set<String> failed = new HashSet<>();

    CommitsOnce(History history) {
        this.history = history;
    }

    void attempt(String txnId, Effect effect) {
        attempts.put(txnId, effect);
    }

    @Override
    public void landed(Landed version) {
        String txnId = version.txnId().orElseThrow();
        Effect effect = attempts.get(txnId);
        Long before = landed.put(txnId, version.version());
        require(effect != null && before == null, "%s is version %s and was version %s", txnId, version, before);
        require(!failed.contains(txnId), "%s has landed, which was said to have failed", txnId);
        effect.progress().ifPresent(step -> {
            Long earlier = progress.put(step, version.version());
            require(earlier == null, "%s is in version %s and %s", step, earlier, version.version());
        });
        Set<Long> expected = effect.on(history.rowsBefore(version.version()));
        require(
                expected.equals(version.rows()),
                "version %s has the rows %s, not %s, after %s on %s",
                version.version(),
                version.rows(),
                expected,
                effect,
                history.rowsBefore(version.version()));
    }

    void acknowledged(String txnId, long version) {
        Long actual = landed.get(txnId);
        require(actual != null && actual == version, "%s is said to be version %s, not %s", txnId, version, actual);
    }

    void alreadyIn(Effect.Progress step) {
        require(progress.containsKey(step), "%s is said to be in", step);
    }

    void failed(String txnId) {
        require(!landed.containsKey(txnId), "%s is version %s, said to have failed", txnId, landed.get(txnId));
        failed.add(txnId);
    }

    private static void require(boolean holds, String problem, Object... arguments) {
        if (!holds) {
            throw new AssertionError(String.format(Locale.ROOT, problem, arguments));
        }
    }
}
