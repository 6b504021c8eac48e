/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.DeltaLogComponents;
import picocli.CommandLine.IVersionProvider;

/** The version of the library. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {DeltaLogComponents.defaults().engineInfo().replace('/', ' ')};
    }
}
