/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

/**
 * A set of paths, each as 64 bits: what was added is surely found; of others one in some ten billion is found,
 * too. Any thread may look into it once nothing is added any more.
 */
final class PathHashes {
    private static final double MOST_FILLED = 0.6;

    /** Open addressing; 0 is a free place. */
    private long[] places = new long[1 << 10];

    private int size;

    void add(String path) {
        if (size + 1 > MOST_FILLED * places.length) {
            long[] before = places;
            places = new long[2 * before.length];
            for (long hash : before) {
                if (hash != 0) {
                    places[place(hash)] = hash;
                }
            }
        }
        long hash = hash(path);
        int place = place(hash);
        size += places[place] == 0 ? 1 : 0;
        places[place] = hash;
    }

    boolean contains(String path) {
        return places[place(hash(path))] != 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Where the hash is, or would be. */
    private int place(long hash) {
        int place = (int) hash & (places.length - 1);
        while (places[place] != 0 && places[place] != hash) {
            place = (place + 1) & (places.length - 1);
        }
        return place;
    }

    /** FNV-1a over the characters, its bits mixed by the end of MurmurHash3. */
    private static long hash(String path) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < path.length(); i++) {
            hash = (hash ^ path.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        hash ^= hash >>> 33;
        return hash == 0 ? 1 : hash;
    }
}
