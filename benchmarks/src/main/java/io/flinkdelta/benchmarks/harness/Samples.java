/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.harness;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/** Measured values of one figure, ascending. */
public final class Samples {
    private final double[] ascending;

    private Samples(double[] ascending) {
        this.ascending = ascending;
    }

    /** A copy; at least one value. */
    public static Samples of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return new Samples(sorted);
    }

    /** One figure of several runs. */
    public static Samples of(Collection<Map<String, Double>> runs, String figure) {
        return of(runs.stream().map(run -> run.get(figure)).toList());
    }

    public double min() {
        return ascending[0];
    }

    public double max() {
        return ascending[ascending.length - 1];
    }

    /** The middle value, or the mean of the two in the middle. */
    public double median() {
        int middle = ascending.length / 2;
        return ascending.length % 2 == 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2;
    }

    /** The smallest value that {@code percent} of the values are not above (nearest rank). */
    public double percentile(double percent) {
        int rank = (int) Math.ceil(percent / 100 * ascending.length);
        return ascending[Math.max(rank, 1) - 1];
    }
}
