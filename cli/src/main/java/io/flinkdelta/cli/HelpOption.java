/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code --help}, for commands whose {@code --version} means the table's. */
final class HelpOption {
    @SuppressWarnings("unused") // picocli looks at it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this and do nothing.")
    private boolean help;
}
