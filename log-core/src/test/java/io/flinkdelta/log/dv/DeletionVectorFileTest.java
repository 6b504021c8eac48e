/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.dv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.LocalDataStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

class DeletionVectorFileTest {
    private static final UUID ID = UUID.fromString("d2c639aa-8816-431a-aaf6-d3fe2512ff61");
    private static final String DATA_FILE = "part-0.parquet";

    private final InMemoryDataStore store = new InMemoryDataStore();
    private final DeletionVectorReader reader = new DeletionVectorReader(store);

    @Test
    void severalVectorsLieInOneFile() {
        List<DeletionVector> vectors = List.of(
                DeletionVector.of(1),
                DeletionVector.of(LongStream.range(0, 5000).map(i -> i * 3).toArray()),
                DeletionVector.of(LongStream.range(0, 100_000).toArray()));
        List<DeletionVectorDescriptor> descriptors = new ArrayList<>();
        try (DeletionVectorFile file = new DeletionVectorFile(store, "", ID)) {
            vectors.forEach(vector -> descriptors.add(file.add(vector)));
        }
        assertThat(store.paths())
                .containsExactly("memory:/table/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin");
        for (int i = 0; i < vectors.size(); i++) {
            assertThat(descriptors.get(i).storageType()).isEqualTo("u");
            assertThat(descriptors.get(i).cardinality())
                    .isEqualTo(vectors.get(i).cardinality());
            assertThat(reader.read(DATA_FILE, descriptors.get(i))).isEqualTo(vectors.get(i));
        }
        assertThat(descriptors.get(0).offset()).hasValue(1);
        assertThat(descriptors.get(1).offset()).hasValue(1 + descriptors.get(0).sizeInBytes() + 2 * Integer.BYTES);
    }

    /** The examples of PROTOCOL.md. */
    @Test
    void descriptorsNameFilesAsTheProtocolSays() {
        assertThat(DeletionVectorPath.of(descriptor("u", "ab^-aqEH.-t@S}K{vb[*k^", 4, 40, 6)))
                .hasValue("ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin");
        assertThat(new DeletionVectorPath("ab", ID).pathOrInlineDv()).isEqualTo("ab^-aqEH.-t@S}K{vb[*k^");
        assertThat(DeletionVectorPath.of(descriptor("p", "s3://mytable/a%20b.bin", 4, 40, 6)))
                .hasValue("s3://mytable/a b.bin");
    }

    /** The rows of the protocol's example; its text there is of a serialization that no reader takes. */
    @Test
    void readsInlineVectors() {
        DeletionVectorDescriptor inline = new DeletionVectorDescriptor(
                "i", "^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L", OptionalInt.empty(), 44, 6);
        assertThat(DeletionVectorTest.positions(reader.read(DATA_FILE, inline)))
                .containsExactly(3L, 4L, 7L, 11L, 18L, 29L);
    }

    @Test
    void liesInTheFolderOfItsPrefix() {
        DeletionVector vector = DeletionVector.of(2, 4, 9);
        DeletionVectorDescriptor stored;
        try (DeletionVectorFile file = new DeletionVectorFile(store, "xy", ID)) {
            assertThat(store.paths()).isEmpty();
            stored = file.add(vector);
        }
        assertThat(stored.pathOrInlineDv()).startsWith("xy");
        assertThat(store.paths()).hasSize(1).allMatch(path -> path.startsWith("memory:/table/xy/"));
        assertThat(reader.read(DATA_FILE, stored)).isEqualTo(vector);
    }

    @Test
    void anAbandonedFileIsGone() {
        DeletionVectorFile file = new DeletionVectorFile(store, "", ID);
        file.add(DeletionVector.of(1));
        file.abort();
        assertThat(store.paths()).isEmpty();
        assertThatThrownBy(() -> file.add(DeletionVector.of(1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatTheStorageRefusesIsTold(@TempDir Path table) throws IOException {
        Files.createFile(table.resolve("xy"));
        DataStore local = new LocalDataStore(table, new Configuration());
        try (DeletionVectorFile file = new DeletionVectorFile(local, "xy", ID)) {
            assertThatThrownBy(() -> file.add(DeletionVector.of(1)))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContainingAll("deletion vectors: there is a file where a folder is needed", "file=xy/");
        }
    }

    @Test
    void anEmptyVectorIsNotStored() {
        try (DeletionVectorFile file = new DeletionVectorFile(store, "", ID)) {
            assertThatThrownBy(() -> file.add(DeletionVector.empty())).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(store.paths()).isEmpty();
    }

    @Test
    void readsTheNativeSerialization() {
        RoaringBitmap first = RoaringBitmap.bitmapOf(5, -1);
        RoaringBitmap third = RoaringBitmap.bitmapOf(9);
        ByteBuffer bytes = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(1681511376).putInt(3);
        for (RoaringBitmap bitmap : List.of(first, new RoaringBitmap(), third)) {
            bytes.putInt(bitmap.serializedSizeInBytes());
            bitmap.serialize(bytes);
        }
        byte[] data = new byte[bytes.position()];
        bytes.flip().get(data);
        assertThat(DeletionVectorTest.positions(RoaringBitmapArray.read(data)))
                .containsExactly(5L, 0xFFFF_FFFFL, (2L << 32) + 9);
    }

    @Test
    void whatTheDescriptorSaysMustBeTrue() {
        DeletionVectorDescriptor good;
        try (DeletionVectorFile file = new DeletionVectorFile(store, "", ID)) {
            good = file.add(DeletionVector.of(1, 2, 70_000));
        }
        String path = good.pathOrInlineDv();
        int size = good.sizeInBytes();
        for (DeletionVectorDescriptor bad : List.of(
                descriptor("u", path, 1, size, 4),
                descriptor("u", path, 0, size, 3),
                descriptor("u", path, -1, size, 3),
                descriptor("u", path, 1, size + 1, 3),
                descriptor("u", path, 1, -8, 3),
                descriptor("u", path, 1, Integer.MAX_VALUE, 3),
                descriptor("u", path.substring(1), 1, size, 3),
                descriptor("u", "\u00e4" + path.substring(1), 1, size, 3),
                descriptor("u", Z85.encode(new UUID(1, 2)), 1, size, 3),
                descriptor("x", path, 1, size, 3))) {
            assertThatThrownBy(() -> reader.read(DATA_FILE, bad))
                    .as(bad.toString())
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("dataFile=" + DATA_FILE);
        }
    }

    @Test
    void everyFlippedBitOfAFileIsFound() throws IOException {
        DeletionVectorDescriptor descriptor;
        try (DeletionVectorFile file = new DeletionVectorFile(store, "", ID)) {
            descriptor = file.add(DeletionVector.of(1, 2, 70_000, 1L << 40));
        }
        String path = new DeletionVectorPath("", ID).relativePath();
        byte[] good = content(path);
        for (int bit = Byte.SIZE; bit < good.length * Byte.SIZE; bit++) {
            byte[] bad = good.clone();
            bad[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            overwrite(path, bad);
            assertThatThrownBy(() -> reader.read(DATA_FILE, descriptor))
                    .as("bit %d", bit)
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining(path);
        }
    }

    /** An inline vector has no checksum: broken ones give an error or another set of so many rows, nothing else. */
    @Test
    void brokenInlineVectorsNeverHang() {
        Random random = new Random(7);
        DeletionVector vector =
                DeletionVector.of(LongStream.concat(LongStream.range(0, 70_000), random.longs(300, 0, 1L << 34))
                        .toArray());
        byte[] good = RoaringBitmapArray.write(vector);
        int refused = 0;
        for (int round = 0; round < 3000; round++) {
            byte[] bad = good.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                bad[random.nextInt(Math.min(bad.length, 120))] = (byte) random.nextInt();
            }
            DeletionVectorDescriptor descriptor = new DeletionVectorDescriptor(
                    "i", Z85.encode(bad), OptionalInt.empty(), bad.length, vector.cardinality());
            try {
                assertThat(reader.read(DATA_FILE, descriptor).cardinality()).isEqualTo(vector.cardinality());
            } catch (CorruptLogException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1000);
    }

    private byte[] content(String path) throws IOException {
        try (SeekableInputStream in = store.open(path).newStream()) {
            return in.readAllBytes();
        }
    }

    private void overwrite(String path, byte[] bytes) throws IOException {
        try (PositionOutputStream out = store.create(path).createOrOverwrite(0)) {
            out.write(bytes);
        }
    }

    private static DeletionVectorDescriptor descriptor(
            String storageType, String path, int offset, int size, long cardinality) {
        return new DeletionVectorDescriptor(storageType, path, OptionalInt.of(offset), size, cardinality);
    }
}
