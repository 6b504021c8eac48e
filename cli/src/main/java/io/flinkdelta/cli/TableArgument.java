/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.DeltaLog;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The table that a command looks at. */
final class TableArgument {
    @Parameters(paramLabel = "PATH", description = "The table's folder: a local path or a URI.")
    private String path;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "A Hadoop option for the table's storage.")
    private Map<String, String> hadoopOptions = new LinkedHashMap<>();

    DeltaLog open() {
        return DeltaLog.forTable(path, hadoop());
    }

    String path() {
        return path;
    }

    /** Hadoop's own configuration with the options of the command line. */
    Configuration hadoop() {
        Configuration hadoop = new Configuration();
        hadoopOptions.forEach(hadoop::set);
        return hadoop;
    }
}
