/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import java.util.List;

/**
 * How readers read splits.
 *
 * @param primaryKey by which rows that are gone and come are told to be updates
 * @param rowsInMemory how many different rows are known at a time where changes are derived
 * @param failOnDataLoss whether files that are not there any more are errors, else they are passed over and counted
 * @param inOrder whether a split is begun only when all earlier ones are through
 */
public record ReadSettings(List<String> primaryKey, int rowsInMemory, boolean failOnDataLoss, boolean inOrder) {
    public ReadSettings {
        primaryKey = List.copyOf(primaryKey);
    }
}
