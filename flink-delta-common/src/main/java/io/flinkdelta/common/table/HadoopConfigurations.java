/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.table;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Hadoop's configuration on the machine where it is asked for. */
public final class HadoopConfigurations {
    private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

    private HadoopConfigurations() {}

    /**
     * The options over the files of {@code HADOOP_CONF_DIR} over those on the class path over
     * Hadoop's defaults.
     */
    public static Configuration load(Map<String, String> options) {
        return load(options, System.getenv());
    }

    /** As {@link #load(Map)}, with these variables of the environment. */
    public static Configuration load(Map<String, String> options, Map<String, String> environment) {
        Configuration hadoop = new Configuration();
        String folder = environment.get("HADOOP_CONF_DIR");
        if (folder != null && !folder.isEmpty()) {
            FILES.stream()
                    .map(name -> Path.of(folder, name))
                    .filter(Files::isRegularFile)
                    .forEach(file -> hadoop.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
        }
        options.forEach(hadoop::set);
        return hadoop;
    }
}
