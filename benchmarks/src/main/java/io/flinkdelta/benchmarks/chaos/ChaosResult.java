/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.benchmarks.harness.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run came to.
 *
 * @param figures by name, in the order in which they are printed
 * @param wrong what should not be; empty when all is well
 */
record ChaosResult(Map<String, Long> figures, List<String> wrong) {
    ChaosResult {
        figures = new LinkedHashMap<>(figures);
        wrong = List.copyOf(wrong);
    }

    void print(Figures out) {
        figures.forEach(out::count);
    }
}
