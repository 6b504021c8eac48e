/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import java.nio.charset.StandardCharsets;

/** What reading texts one after the other uses again and again. One thread. */
final class Scratch {
    private final ByteList text = new ByteList();
    private Object chunkOwner;
    private int chunkNumber;
    private byte[] chunk;

    /** The text that is being made. */
    ByteList text() {
        return text;
    }

    /** The same as a string. */
    String toText() {
        return new String(text.array(), 0, text.size(), StandardCharsets.UTF_8);
    }

    /** The chunk that was kept last, or null when it was another one. */
    byte[] chunk(Object owner, int number) {
        boolean kept = owner == chunkOwner && number == chunkNumber;
        return kept ? chunk : null;
    }

    void keepChunk(Object owner, int number, byte[] bytes) {
        chunkOwner = owner;
        chunkNumber = number;
        chunk = bytes;
    }
}
