/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.source.split.ReadOrder;
import java.util.List;

/**
 * How readers read splits.
 *
 * @param primaryKey by which rows that are gone and come are told to be updates
 * @param rowsInMemory how many different rows are known at a time where changes are derived
 * @param failOnDataLoss whether files that are not there any more are errors, else they are passed over and counted
 * @param order in which splits that a reader has are read
 */
public record ReadSettings(List<String> primaryKey, int rowsInMemory, boolean failOnDataLoss, ReadOrder order) {
    public ReadSettings {
        primaryKey = List.copyOf(primaryKey);
    }
}
