/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/**
 * The main class of the broker's JVM that {@link KafkaBroker} forks: formats the storage on the
 * first start, runs the broker, and ends with the parent, which holds the other end of standard
 * input.
 */
public final class KafkaBrokerProcess {
    private KafkaBrokerProcess() {}

    /** Runs the broker; the argument is the path of server.properties. */
    public static void main(String[] arguments) throws IOException {
        ParentProcess.endWithIt();
        format(Path.of(arguments[0]));
        Kafka.main(arguments);
    }

    private static void format(Path serverProperties) throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(serverProperties)) {
            properties.load(reader);
        }
        if (Files.exists(Path.of(properties.getProperty("log.dirs"), "meta.properties"))) {
            return;
        }
        String[] arguments = {
            "format",
            "--config",
            serverProperties.toString(),
            "--cluster-id",
            Uuid.randomUuid().toString()
        };
        int exitCode = StorageTool.execute(arguments, System.out);
        if (exitCode != 0) {
            throw new IOException("Formatting the storage failed with exit code " + exitCode);
        }
    }
}
