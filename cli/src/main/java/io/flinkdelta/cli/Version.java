/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar, if it was started from one. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {"flink-delta " + (version == null ? "(not from a jar)" : version)};
    }
}
