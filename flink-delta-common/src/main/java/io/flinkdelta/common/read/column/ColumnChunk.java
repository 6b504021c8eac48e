/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Reads a column of a row group that is one value or null in each row, page by page, into vectors. One thread.
 */
public final class ColumnChunk {
    private final ColumnDescriptor column;
    private final PrimitiveType type;
    private final PageReader pages;
    private final boolean optional;
    private final Consumer<ByteBuffer> used;
    /** Null where the chunk has none. */
    private final PageDictionary dictionary;

    /** Of the page; null when no value can be null. */
    private Levels levels;

    private PageValues values;
    private int rowsLeft;
    /** Rows that are passed before the next one is read, and where in the row group the page ends. */
    private long rowsToSkip;

    private long pageEnd;
    /** That the page was decompressed into, if no value stays in it; else null. */
    private ByteBuffer reusable;

    private int[] levelsRead = new int[0];

    /**
     * Begins a row group.
     *
     * @param column not repeated, not in a group
     * @param used takes the bytes of a page in the first format, when nobody looks at them any more
     */
    public ColumnChunk(ColumnDescriptor column, PageReader pages, Consumer<ByteBuffer> used) {
        this.used = used;
        this.column = column;
        this.type = column.getPrimitiveType();
        this.pages = pages;
        this.optional = column.getMaxDefinitionLevel() > 0;
        try {
            DictionaryPage page = pages.readDictionaryPage();
            this.dictionary = page == null
                    ? null
                    : new PageDictionary(page.getEncoding().initDictionary(column, page), type.getPrimitiveTypeName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the next {@code count} rows into the first ones of {@code into}. */
    public void read(ColumnVector into, int count) {
        into.clear();
        int place = 0;
        while (place < count) {
            turn();
            int now = Math.min(count - place, rowsLeft);
            readInPage(into, place, now);
            rowsLeft -= now;
            place += now;
        }
    }

    /** Passes the next {@code count} rows. Pages that are missing are among such rows. */
    public void skip(long count) {
        rowsToSkip += count;
    }

    private void readInPage(ColumnVector into, int from, int count) {
        if (levels == null) {
            into.read(values, from, count);
            return;
        }
        int place = from;
        int end = from + count;
        while (place < end) {
            int same = levels.sameAhead(end - place);
            int now = same == 0 ? end - place : same;
            int[] read = readLevels(now);
            if (same > 0) {
                take(into, place, now, read[0] > 0);
            } else {
                takeRuns(into, place, read, now);
            }
            place += now;
        }
    }

    private void takeRuns(ColumnVector into, int from, int[] read, int count) {
        int begin = 0;
        while (begin < count) {
            int end = begin + 1;
            while (end < count && read[end] == read[begin]) {
                end++;
            }
            take(into, from + begin, end - begin, read[begin] > 0);
            begin = end;
        }
    }

    private void take(ColumnVector into, int from, int count, boolean present) {
        if (present) {
            into.read(values, from, count);
        } else {
            into.setNulls(from, count);
        }
    }

    private int present(int count) {
        int[] read = readLevels(count);
        int present = 0;
        for (int i = 0; i < count; i++) {
            present += read[i];
        }
        return present;
    }

    private int[] readLevels(int count) {
        if (levelsRead.length < count) {
            levelsRead = new int[count];
        }
        levels.read(levelsRead, 0, count);
        return levelsRead;
    }

    /** To the next row that is read. */
    private void turn() {
        while (rowsToSkip >= rowsLeft) {
            rowsToSkip -= rowsLeft;
            openNext();
        }
        if (rowsToSkip > 0) {
            int now = (int) rowsToSkip;
            values.skip(levels == null ? now : present(now));
            rowsLeft -= now;
            rowsToSkip = 0;
        }
    }

    private void openNext() {
        if (reusable != null) {
            used.accept(reusable);
            reusable = null;
        }
        DataPage page = pages.readPage();
        if (page == null) {
            throw fewerValues();
        }
        long missing = page.getFirstRowIndex().orElse(pageEnd) - pageEnd;
        if (missing < 0 || missing > rowsToSkip) {
            throw fewerValues();
        }
        rowsToSkip -= missing;
        rowsLeft = page.getValueCount();
        pageEnd += missing + rowsLeft;
        try {
            if (rowsToSkip < rowsLeft) {
                open(page);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private IllegalArgumentException fewerValues() {
        return new IllegalArgumentException(
                "the column " + String.join(".", column.getPath()) + " has fewer values than its row group has rows");
    }

    private void open(DataPage page) throws IOException {
        if (page instanceof DataPageV1 v1) {
            openV1(v1);
        } else if (page instanceof DataPageV2 v2) {
            levels = optional ? new HybridInts(buffer(v2.getDefinitionLevels()), 1) : null;
            open(v2.getDataEncoding(), buffer(v2.getData()));
        } else {
            throw new IllegalArgumentException("a page of an unknown kind: " + page);
        }
    }

    private void openV1(DataPageV1 page) throws IOException {
        ByteBuffer bytes = buffer(page.getBytes()).order(ByteOrder.LITTLE_ENDIAN);
        if (!optional) {
            levels = null;
        } else if (page.getDlEncoding() == Encoding.RLE) {
            int length = bytes.getInt();
            levels = new HybridInts(bytes.slice(bytes.position(), length), 1);
            bytes.position(bytes.position() + length);
        } else {
            levels = otherLevels(page.getDlEncoding(), bytes);
        }
        open(page.getValueEncoding(), bytes);
        reusable = values.leavesPage() ? bytes : null;
    }

    /** As the oldest writers have them; leaves {@code bytes} behind the levels. */
    private Levels otherLevels(Encoding encoding, ByteBuffer bytes) throws IOException {
        ValuesReader reader = encoding.getValuesReader(column, ValuesType.DEFINITION_LEVEL);
        ByteBufferInputStream in = ByteBufferInputStream.wrap(bytes);
        reader.initFromPage(rowsLeft, in);
        int[] read = new int[rowsLeft];
        for (int i = 0; i < read.length; i++) {
            read[i] = reader.readInteger();
        }
        bytes.position(bytes.limit() - in.available());
        return Levels.of(read);
    }

    private void open(Encoding encoding, ByteBuffer data) throws IOException {
        if (encoding.usesDictionary()) {
            PageDictionary known = Optional.ofNullable(dictionary)
                    .orElseThrow(() -> new IllegalArgumentException("a page lacks its dictionary"));
            // Of nulls only, a page may have no byte.
            int width = data.hasRemaining() ? data.get() : 0;
            values = new DictionaryValues(known, new HybridInts(data.slice(), width));
        } else if (encoding == Encoding.PLAIN) {
            values = new PlainValues(type, data);
        } else {
            ValuesReader reader = encoding.getValuesReader(column, ValuesType.VALUES);
            reader.initFromPage(rowsLeft, ByteBufferInputStream.wrap(data));
            values = new EncodedValues(type.getPrimitiveTypeName(), reader);
        }
    }

    private static ByteBuffer buffer(BytesInput input) throws IOException {
        ByteBuffer bytes = input.toByteBuffer(HeapByteBufferAllocator.getInstance(), heap -> {});
        return bytes.hasArray()
                ? bytes.slice()
                : ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
    }
}
