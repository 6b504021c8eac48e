/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The live files of a version, summed up.
 *
 * @param sizeInBytes of the data files, without deletion vectors
 * @param rows that a reader sees; empty when the statistics of a file do not tell
 * @param hiddenRows by deletion vectors
 */
record FileTotals(long files, long sizeInBytes, OptionalLong rows, long filesWithDeletionVector, long hiddenRows) {

    static FileTotals of(Snapshot snapshot) {
        Sum sum = new Sum();
        try (Stream<AddFile> files = snapshot.files()) {
            files.forEach(sum::add);
        }
        return sum.totals();
    }

    private static final class Sum {
        private final JsonFactory json = new JsonFactory();
        private long files;
        private long size;
        private long records;
        private boolean recordsKnown = true;
        private long vectors;
        private long hidden;

        void add(AddFile file) {
            files++;
            size += file.size();
            if (file.deletionVector().isPresent()) {
                vectors++;
                hidden += file.deletionVector()
                        .map(DeletionVectorDescriptor::cardinality)
                        .orElse(0L);
            }
            if (recordsKnown) {
                OptionalLong of = file.stats().map(this::numRecords).orElse(OptionalLong.empty());
                recordsKnown = of.isPresent();
                records += of.orElse(0);
            }
        }

        /** As the statistics have it; what is no JSON tells nothing, as for every reader of statistics. */
        private OptionalLong numRecords(String stats) {
            try (JsonParser parser = json.createParser(stats)) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    return OptionalLong.empty();
                }
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    boolean wanted = parser.currentName().equals("numRecords");
                    if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT && wanted) {
                        return OptionalLong.of(parser.getLongValue());
                    }
                    parser.skipChildren();
                }
            } catch (IOException e) {
                return OptionalLong.empty();
            }
            return OptionalLong.empty();
        }

        FileTotals totals() {
            OptionalLong rows = recordsKnown ? OptionalLong.of(records - hidden) : OptionalLong.empty();
            return new FileTotals(files, size, rows, vectors, hidden);
        }
    }
}
