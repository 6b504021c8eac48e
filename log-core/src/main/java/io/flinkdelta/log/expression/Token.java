/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import java.util.Locale;

/**
 * A piece of the SQL text of an expression.
 *
 * @param text as written; of quoted names and strings what stands between the quotes, not unescaped
 * @param start the position of its first character in the text, from 0
 * @param end the position after its last character
 */
record Token(Kind kind, String text, int start, int end) {

    /** What a token is, as far as its characters tell. */
    enum Kind {
        /** A keyword, or a name without quotes. */
        WORD,
        /** A name in back quotes, doubled back quotes undone. */
        QUOTED_NAME,
        /** A string in single or double quotes. */
        STRING,
        /** A string in which a backslash is an ordinary character. */
        RAW_STRING,
        NUMBER,
        SYMBOL,
        END
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isString() {
        return kind == Kind.STRING || kind == Kind.RAW_STRING;
    }

    /** The keyword, in upper case. */
    String keyword() {
        return kind == Kind.WORD ? text.toUpperCase(Locale.ROOT) : "";
    }
}
