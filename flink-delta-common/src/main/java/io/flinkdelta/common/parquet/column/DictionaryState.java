/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import org.apache.parquet.column.Encoding;

/**
 * Decides whether a column chunk goes on with its dictionary. It stops for good when the dictionary
 * gets too large, or when values without it would be no larger than dictionary and ids together; pages
 * that were written with it keep it.
 */
final class DictionaryState {
    /** What pages and dictionaries of version 1 say. */
    @SuppressWarnings("deprecation") // deprecated in favour of a value that only version 2 has
    static final Encoding ENCODING = Encoding.PLAIN_DICTIONARY;

    private final int maxBytes;
    private boolean open;
    private int entriesInUse;
    private long plainBytes;
    private long idBits;

    /** @param maxBytes of all entries */
    DictionaryState(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    void start() {
        open = true;
        entriesInUse = 0;
        plainBytes = 0;
        idBits = 0;
    }

    boolean isOpen() {
        return open;
    }

    boolean isTooLarge(int dictionaryBytes) {
        return dictionaryBytes > maxBytes;
    }

    /** The entries that finished pages use: the first so many. */
    int entriesInUse() {
        return entriesInUse;
    }

    /**
     * Whether the next page is to be written with the dictionary.
     *
     * @param count of values in the page
     * @param bytes that the page's values take without it
     * @param entries in the dictionary after the page, {@code dictionaryBytes} in all
     */
    boolean pays(int count, int bytes, int entries, int dictionaryBytes) {
        plainBytes += bytes;
        idBits += (long) count * HybridEncoding.bitWidth(entries - 1);
        if (idBits / Byte.SIZE + dictionaryBytes >= plainBytes) {
            stop();
            return false;
        }
        entriesInUse = entries;
        return true;
    }

    /** No page uses the dictionary from now on. */
    void stop() {
        open = false;
    }
}
