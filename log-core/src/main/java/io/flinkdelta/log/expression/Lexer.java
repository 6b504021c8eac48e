/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts the SQL text of an expression into tokens, as the lexer of Spark does. */
final class Lexer {
    /** Longest first. */
    private static final List<String> SYMBOLS = List.of(
            "<=>", "<=", "<>", "<", ">=", ">", "==", "=", "!=", "!", "||", "::", "(", ")", ",", ".", "+", "-", "*", "/",
            "%");

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    Lexer(String sql) {
        this.sql = sql;
    }

    /** All tokens, {@link Kind#END} last. */
    List<Token> tokens() {
        skipSpace();
        while (at < sql.length()) {
            next();
            skipSpace();
        }
        tokens.add(new Token(Kind.END, "the end", at, at));
        return tokens;
    }

    private void skipSpace() {
        while (at < sql.length() && " \t\r\n".indexOf(sql.charAt(at)) >= 0) {
            at++;
        }
        if (sql.startsWith("--", at) || sql.startsWith("/*", at)) {
            throw Refusal.of(sql, at, "a comment");
        }
    }

    private void next() {
        char c = sql.charAt(at);
        char after = at + 1 < sql.length() ? sql.charAt(at + 1) : ' ';
        if ((c == 'r' || c == 'R') && isQuote(after)) {
            rawString(after);
        } else if (isLetter(c)) {
            word();
        } else if (isDigit(c) || (c == '.' && isDigit(after) && !endsName())) {
            number();
        } else if (isQuote(c)) {
            string(c);
        } else if (c == '`') {
            quotedName();
        } else {
            symbol();
        }
    }

    /** Whether a dot here goes on with a name: {@code a.1b} is no number. */
    private boolean endsName() {
        if (tokens.isEmpty()) {
            return false;
        }
        Token last = tokens.get(tokens.size() - 1);
        return last.end() == at && (last.kind() == Kind.WORD || last.kind() == Kind.QUOTED_NAME);
    }

    private void word() {
        int start = at;
        while (at < sql.length() && (isLetter(sql.charAt(at)) || isDigit(sql.charAt(at)))) {
            at++;
        }
        add(Kind.WORD, sql.substring(start, at), start);
    }

    /** Digits, a fraction, an exponent and the letters that choose the type. */
    private void number() {
        int start = at;
        digits();
        if (at < sql.length() && sql.charAt(at) == '.') {
            at++;
            digits();
        }
        if (at < sql.length() && (sql.charAt(at) == 'e' || sql.charAt(at) == 'E')) {
            int sign = at + 1 < sql.length() && "+-".indexOf(sql.charAt(at + 1)) >= 0 ? 1 : 0;
            if (at + 1 + sign < sql.length() && isDigit(sql.charAt(at + 1 + sign))) {
                at += 1 + sign;
                digits();
            }
        }
        while (at < sql.length() && (isLetter(sql.charAt(at)) || isDigit(sql.charAt(at)))) {
            at++;
        }
        add(Kind.NUMBER, sql.substring(start, at), start);
    }

    private void digits() {
        while (at < sql.length() && isDigit(sql.charAt(at))) {
            at++;
        }
    }

    private void string(char quote) {
        int start = at;
        at++;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (c == '\\') {
                at += 2;
            } else if (c != quote) {
                at++;
            } else if (at + 1 < sql.length() && sql.charAt(at + 1) == quote) {
                at += 2;
            } else {
                at++;
                add(Kind.STRING, sql.substring(start + 1, at - 1), start);
                return;
            }
        }
        throw Refusal.syntax(sql, start, "a string without an end");
    }

    private void rawString(char quote) {
        int start = at;
        int end = sql.indexOf(quote, at + 2);
        if (end < 0) {
            throw Refusal.syntax(sql, start, "a string without an end");
        }
        at = end + 1;
        add(Kind.RAW_STRING, sql.substring(start + 2, end), start);
    }

    private void quotedName() {
        int start = at;
        StringBuilder name = new StringBuilder();
        at++;
        while (at < sql.length()) {
            char c = sql.charAt(at++);
            if (c != '`') {
                name.append(c);
            } else if (at < sql.length() && sql.charAt(at) == '`') {
                name.append(c);
                at++;
            } else {
                add(Kind.QUOTED_NAME, name.toString(), start);
                return;
            }
        }
        throw Refusal.syntax(sql, start, "a name without an end");
    }

    private void symbol() {
        for (String symbol : SYMBOLS) {
            if (sql.startsWith(symbol, at)) {
                int start = at;
                at += symbol.length();
                add(Kind.SYMBOL, symbol, start);
                return;
            }
        }
        throw Refusal.unexpected(sql, at, "the character " + Character.toString(sql.codePointAt(at)));
    }

    private void add(Kind kind, String text, int start) {
        tokens.add(new Token(kind, text, start, at));
    }

    private static boolean isQuote(char c) {
        return c == '\'' || c == '"';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}
