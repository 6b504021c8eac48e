/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of things, from 0 on. */
final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        try {
            int count = Integer.parseInt(text);
            if (count >= 0) {
                return count;
            }
        } catch (NumberFormatException e) {
            // Said below, as for a negative number.
        }
        throw new TypeConversionException("'" + text + "' is not a number from 0 on");
    }
}
