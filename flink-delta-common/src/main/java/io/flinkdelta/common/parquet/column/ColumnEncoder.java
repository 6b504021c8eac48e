/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Encodes the values of one Parquet column. Its life:
 *
 * <ol>
 *   <li>{@link #startChunk} before the first row of each row group.
 *   <li>Values and nulls are put into plain arrays, nothing more.
 *   <li>{@link #endPageIfFull} between rows: the arrays of a full page are encoded in one go, by the
 *       chunk's dictionary as long as that pays, and go to the page writer with their statistics.
 *   <li>{@link #endChunk} writes what is left, and the dictionary.
 * </ol>
 *
 * <p>Data pages are of version 1, as Spark writes them. One thread.
 */
public abstract sealed class ColumnEncoder permits NumberEncoder, BooleanEncoder, BytesEncoder {
    final PageLimits limits;
    final PageScratch scratch;
    final Levels levels;
    private final ColumnDescriptor column;
    private final PrimitiveType type;
    private final Encoding repetitionEncoding;
    private final Encoding definitionEncoding;

    private PageWriter pages;
    private long pageStartRow;
    /** What the values in the finished pages took before they were encoded. */
    private long encodedBytes;

    ColumnEncoder(ColumnDescriptor column, PageLimits limits, PageScratch scratch) {
        this.limits = limits;
        this.scratch = scratch;
        this.column = column;
        this.type = column.getPrimitiveType();
        this.levels = new Levels(column.getMaxRepetitionLevel(), column.getMaxDefinitionLevel());
        this.repetitionEncoding = levelEncoding(column.getMaxRepetitionLevel());
        this.definitionEncoding = levelEncoding(column.getMaxDefinitionLevel());
    }

    /** Levels that do not exist are said to be bit-packed. */
    @SuppressWarnings("deprecation") // deprecated for levels that exist
    private static Encoding levelEncoding(int maxLevel) {
        return maxLevel == 0 ? Encoding.BIT_PACKED : Encoding.RLE;
    }

    /** The column of the Parquet schema. */
    public final ColumnDescriptor column() {
        return column;
    }

    /** Writes from now on into this chunk, which is of a new row group. */
    public final void startChunk(PageWriter chunk) {
        pages = chunk;
        pageStartRow = 0;
        encodedBytes = 0;
        startDictionary();
    }

    /** Puts in that there is no value; {@code definition} says up to where something is there. */
    public final void addAbsent(int repetition, int definition) {
        levels.addAbsent(repetition, definition);
    }

    /** The bytes of the values that are not in a page yet. */
    public abstract long openBytes();

    /** The bytes of the chunk's finished pages. */
    public final long pageBytes() {
        return pages.getMemSize();
    }

    /** All memory that is held, finished pages included. */
    public final long allocatedBytes() {
        return levels.capacity() + allocatedForValues() + pages.allocatedSize();
    }

    /** What the values that are not in a page yet would take in the file, by what the pages before took. */
    public final long estimatedOpenPageBytes() {
        return encodedBytes == 0 ? openBytes() : openBytes() * pages.getMemSize() / encodedBytes;
    }

    /**
     * Finishes the page if it is full.
     *
     * @param rows the number of whole rows in the row group
     * @return after how many more rows to ask again: halfway to a full page at most, for the rows to
     *     come may be larger than those before
     */
    public final long endPageIfFull(long rows) throws IOException {
        long pageRows = rows - pageStartRow;
        long bytes = openBytes();
        if (pageRows >= limits.pageRows() || bytes >= limits.pageBytes()) {
            endPage(rows);
            return limits.pageRows();
        }
        long rowsByBytes = (limits.pageBytes() - bytes) / Math.max(1, bytes / Math.max(1, pageRows)) / 2;
        return Math.min(limits.pageRows() - pageRows, Math.max(1, rowsByBytes));
    }

    /** Finishes the chunk, which has {@code rows} rows. */
    public final void endChunk(long rows) throws IOException {
        if (rows > pageStartRow) {
            endPage(rows);
        }
        DictionaryPage dictionary = endDictionary();
        if (dictionary != null) {
            pages.writeDictionaryPage(dictionary);
        }
    }

    private void endPage(long rows) throws IOException {
        GrowingBytes page = scratch.page();
        levels.writeTo(page, scratch);
        Statistics<?> statistics = Statistics.createStats(type);
        statistics.incrementNumNulls(levels.absent());
        Encoding encoding = Encoding.PLAIN;
        if (levels.count() > levels.absent()) {
            encoding = encodeValues(page, statistics);
        }
        pages.writePage(
                BytesInput.from(page.array(), 0, page.size()),
                levels.count(),
                Math.toIntExact(rows - pageStartRow),
                statistics,
                new SizeStatistics(type, unencodedBytes(), levels.repetitionHistogram(), levels.definitionHistogram()),
                null,
                repetitionEncoding,
                definitionEncoding,
                encoding);
        encodedBytes += openBytes();
        levels.clear();
        clearValues();
        pageStartRow = rows;
    }

    /** The memory that values and dictionary take. */
    abstract long allocatedForValues();

    /** Appends the page's values, of which there is at least one, and notes the least and the greatest. */
    abstract Encoding encodeValues(GrowingBytes page, Statistics<?> statistics);

    /** What byte arrays would take without any encoding, without their lengths; 0 for other types. */
    abstract long unencodedBytes();

    abstract void clearValues();

    abstract void startDictionary();

    /** Null when no page uses one. */
    abstract DictionaryPage endDictionary();
}
