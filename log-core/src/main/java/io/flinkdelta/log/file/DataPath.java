/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.file;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * The paths of data files: as the storage knows them ("decoded"), and as {@code add.path} holds
 * them, URI-encoded exactly once (PROTOCOL.md, "Add File and Remove File"). The partition folders
 * inside a decoded path are escaped by themselves before: a partition value {@code a:b} lies in the
 * folder {@code p=a%3Ab}, which {@code add.path} names {@code p=a%253Ab}.
 */
public final class DataPath {
    /** The partition folder of the null value. */
    public static final String NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__";

    private static final String HEX = "0123456789ABCDEF";
    /** ASCII characters that stand for themselves in the path of a URI. */
    private static final BitSet PLAIN_IN_URI = ascii("/;:@&=+$,-_.!~*'()");
    /** What Hive and Spark escape in the name of a partition folder. */
    private static final BitSet ESCAPED_IN_FOLDER = escapedInFolder();

    static {
        PLAIN_IN_URI.set('0', '9' + 1);
        PLAIN_IN_URI.set('A', 'Z' + 1);
        PLAIN_IN_URI.set('a', 'z' + 1);
    }

    private DataPath() {}

    /** The {@code add.path} of a file at this path relative to the table, as Spark writes it. */
    public static String encode(String relativePath) {
        StringBuilder encoded = null;
        boolean firstSegment = true;
        int end;
        for (int i = 0; i < relativePath.length(); i = end) {
            int codePoint = relativePath.codePointAt(i);
            end = i + Character.charCount(codePoint);
            firstSegment &= codePoint != '/';
            // A colon before the first slash would end the scheme of a URI.
            boolean plain = codePoint < 0x80
                    ? PLAIN_IN_URI.get(codePoint) && !(firstSegment && codePoint == ':')
                    : !Character.isSpaceChar(codePoint) && !Character.isISOControl(codePoint);
            if (!plain && encoded == null) {
                encoded = new StringBuilder(relativePath.length() + 16).append(relativePath, 0, i);
            }
            if (encoded != null) {
                append(encoded, relativePath.substring(i, end), plain);
            }
        }
        return encoded == null ? relativePath : encoded.toString();
    }

    private static void append(StringBuilder encoded, String character, boolean plain) {
        if (plain) {
            encoded.append(character);
            return;
        }
        for (byte b : character.getBytes(StandardCharsets.UTF_8)) {
            encoded.append('%').append(HEX.charAt((b >> 4) & 0xF)).append(HEX.charAt(b & 0xF));
        }
    }

    /**
     * The path that the storage knows, from an {@code add.path}: relative to the table, or absolute
     * where {@link #isAbsolute} says so (then with its scheme, if it has one, as Hadoop's Path takes it).
     *
     * @throws CorruptLogException when a percent sign does not start an encoded UTF-8 character
     */
    public static String decode(String addPath) {
        int percent = addPath.indexOf('%');
        if (percent < 0) {
            return addPath;
        }
        StringBuilder decoded = new StringBuilder(addPath.length());
        ByteBuffer bytes = ByteBuffer.allocate(addPath.length() / 3);
        int from = 0;
        while (percent >= 0) {
            decoded.append(addPath, from, percent);
            bytes.clear();
            int next = percent;
            while (next < addPath.length() && addPath.charAt(next) == '%') {
                bytes.put(encodedByte(addPath, next));
                next += 3;
            }
            try {
                decoded.append(StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()));
            } catch (CharacterCodingException e) {
                throw notEncoded(addPath);
            }
            from = next;
            percent = addPath.indexOf('%', from);
        }
        return decoded.append(addPath, from, addPath.length()).toString();
    }

    private static byte encodedByte(String path, int percent) {
        int high = percent + 2 < path.length() ? Character.digit(path.charAt(percent + 1), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(path.charAt(percent + 2), 16);
        if (low < 0) {
            throw notEncoded(path);
        }
        return (byte) (high << 4 | low);
    }

    private static CorruptLogException notEncoded(String path) {
        return new CorruptLogException(
                "The path of a data file is not URI-encoded.",
                ErrorContext.none().with("path", path),
                "Repair the add or remove action that names it.");
    }

    /** Whether an {@code add.path} does not start at the table: it begins with a slash or a scheme. */
    public static boolean isAbsolute(String addPath) {
        if (addPath.startsWith("/")) {
            return true;
        }
        int colon = addPath.indexOf(':');
        int slash = addPath.indexOf('/');
        return colon > 0 && (slash < 0 || colon < slash) && isScheme(addPath.substring(0, colon));
    }

    private static boolean isScheme(String text) {
        return text.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || "+-.".indexOf(c) >= 0))
                && Character.isLetter(text.charAt(0));
    }

    /** The folder of one partition column: {@code name=value}, both escaped; null and "" are the null value. */
    public static String partitionFolder(String column, String valueOrNull) {
        boolean isNull = valueOrNull == null || valueOrNull.isEmpty();
        return escapePartition(column) + "=" + (isNull ? NULL_PARTITION : escapePartition(valueOrNull));
    }

    /** A name or value as it stands in the name of a partition folder, escaped as Hive and Spark do. */
    public static String escapePartition(String text) {
        StringBuilder escaped = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = !ESCAPED_IN_FOLDER.get(c);
            if (!plain && escaped == null) {
                escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (escaped != null && plain) {
                escaped.append(c);
            } else if (escaped != null) {
                escaped.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
            }
        }
        return escaped == null ? text : escaped.toString();
    }

    private static BitSet escapedInFolder() {
        BitSet set = ascii("\"#%'*/:=?\\\u007F{[]^");
        // NUL is not escaped by Spark, but no file system takes it.
        set.set(0, ' ');
        return set;
    }

    private static BitSet ascii(String characters) {
        BitSet set = new BitSet(0x80);
        characters.chars().forEach(set::set);
        return set;
    }
}
