/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.examples.json.BrokenRecords;
import io.flinkdelta.examples.json.UnknownFields;
import io.flinkdelta.examples.kafka.KafkaTopics;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.Snapshot;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A whole job: the JSON records of a Kafka topic into a Delta table, each exactly once. */
@Command(
        name = KafkaToDeltaCommand.NAME,
        sortOptions = false,
        description = "Brings the JSON records of a Kafka topic into a Delta table, each exactly once.",
        footerHeading = "%nExample:%n",
        footer = {
            "  kafka-to-delta --bootstrap-servers localhost:9092 --topic orders --table /data/orders",
            "    --schema 'id BIGINT NOT NULL, item STRING, price DECIMAL(10, 2), sold_at TIMESTAMP_LTZ(3)'",
            "",
            "A job that was stopped goes on where it was with",
            "  -F execution.checkpointing.dir=file:///data/checkpoints       while it runs, and then",
            "  -F execution.state-recovery.path=file:///data/checkpoints/JOB/chk-N"
        })
public final class KafkaToDeltaCommand implements Callable<Integer> {
    public static final String NAME = "kafka-to-delta";

    /** The system property that says where the job's log goes, if it goes to a file. */
    public static final String LOG_FILE = "flink-delta.log-file";

    private static final Duration KAFKA_TIMEOUT = Duration.ofSeconds(20);

    /** Where a start without state begins. */
    public enum From {
        EARLIEST,
        LATEST
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--bootstrap-servers",
            required = true,
            paramLabel = "HOST:PORT[,...]",
            description = "The Kafka brokers to begin with.")
    private String bootstrapServers;

    @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "One JSON object a record.")
    private String topic;

    @Option(names = "--table", required = true, paramLabel = "PATH", description = "Made if it is missing.")
    private String table;

    @Option(
            names = "--schema",
            paramLabel = "COLUMNS",
            description = "Columns as in SQL: 'id BIGINT NOT NULL, name STRING'. Default: those of the table.")
    private String schema;

    @Option(names = "--partition-by", split = ",", paramLabel = "COLUMN", description = "Partition columns.")
    private List<String> partitionColumns = List.of();

    @Option(
            names = "--from",
            defaultValue = "EARLIEST",
            paramLabel = "WHERE",
            description = "${COMPLETION-CANDIDATES}: where a start without state begins. Default: ${DEFAULT-VALUE}.")
    private From from;

    @Option(names = "--bounded", description = "End at the records that are there by now.")
    private boolean bounded;

    @Option(names = "--group-id", paramLabel = "GROUP", description = "The consumer group. Default: flink-delta-TOPIC.")
    private String groupId;

    @Option(
            names = "--checkpoint-interval",
            defaultValue = "PT10S",
            paramLabel = "DURATION",
            description = "How often rows are committed, such as PT1M. Default: ${DEFAULT-VALUE}.")
    private Duration checkpointInterval;

    @Option(
            names = "--on-broken-record",
            defaultValue = "FAIL",
            paramLabel = "REACTION",
            description = "${COMPLETION-CANDIDATES}: records that are no row of the table. Default: ${DEFAULT-VALUE}.")
    private BrokenRecords brokenRecords;

    @Option(
            names = "--unknown-fields",
            defaultValue = "FAIL",
            paramLabel = "REACTION",
            description = "${COMPLETION-CANDIDATES}: fields without a column. Default: ${DEFAULT-VALUE}.")
    private UnknownFields unknownFields;

    @Option(names = "-K", paramLabel = "KEY=VALUE", description = "A property of the Kafka client.")
    private Map<String, String> kafkaProperties = new LinkedHashMap<>();

    @Option(names = "-P", paramLabel = "KEY=VALUE", description = "A table property for a new table.")
    private Map<String, String> tableProperties = new LinkedHashMap<>();

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "A Hadoop option for the table's storage.")
    private Map<String, String> hadoopOptions = new LinkedHashMap<>();

    @Option(names = "-S", paramLabel = "KEY=VALUE", description = "An option of the Delta sink.")
    private Map<String, String> sinkOptions = new LinkedHashMap<>();

    @Option(names = "-F", paramLabel = "KEY=VALUE", description = "A setting of Flink.")
    private Map<String, String> flinkOptions = new LinkedHashMap<>();

    @SuppressWarnings("unused") // picocli looks at it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this and do nothing.")
    private boolean help;

    /** For {@code flink run}. */
    public static void main(String[] arguments) {
        int exitCode = new CommandLine(new KafkaToDeltaCommand())
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    throw failure;
                })
                .execute(arguments);
        if (exitCode != 0) {
            throw new IllegalArgumentException("The job was not started: see the message above.");
        }
    }

    @Override
    public Integer call() throws Exception {
        KafkaTopicSpec source = source();
        DeltaTableSpec target = target();
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(flinkOptions));
        if (!flinkOptions.containsKey(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION.key())) {
            environment.configure(new Configuration()
                    .set(
                            CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                            ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION));
        }
        environment.enableCheckpointing(checkpointInterval.toMillis());
        KafkaToDelta.writeTo(KafkaToDelta.readFrom(environment, source, target), target);
        try (KafkaTopics topics = KafkaTopics.connect(bootstrapServers, kafkaProperties, KAFKA_TIMEOUT)) {
            say("Topic " + topic + " with " + topics.partitions(topic) + " partitions to table " + table
                    + ", committed every " + checkpointInterval.toMillis() + " ms.");
        }
        if (System.getProperty(LOG_FILE) != null) {
            say("Log: " + System.getProperty(LOG_FILE));
        }
        environment.execute("Kafka topic " + topic + " to " + table);
        say("Done. "
                + log().latestSnapshotIfExists()
                        .map(snapshot -> "The table is at version " + snapshot.version() + ".")
                        .orElse("There was nothing to write."));
        return 0;
    }

    private KafkaTopicSpec source() {
        KafkaTopicSpec.End end =
                bounded ? new KafkaTopicSpec.At(OffsetsInitializer.latest()) : new KafkaTopicSpec.Never();
        return new KafkaTopicSpec(
                bootstrapServers,
                topic,
                groupId == null ? "flink-delta-" + topic : groupId,
                from == From.EARLIEST ? OffsetsInitializer.earliest() : OffsetsInitializer.latest(),
                end,
                kafkaProperties,
                unknownFields,
                brokenRecords);
    }

    private DeltaTableSpec target() {
        RowType rowType = schema == null ? schemaOfTable() : parse(schema);
        return new DeltaTableSpec(table, rowType, partitionColumns, tableProperties, hadoopOptions, sinkOptions);
    }

    private RowType schemaOfTable() {
        Optional<Snapshot> snapshot = log().latestSnapshotIfExists();
        if (snapshot.isEmpty()) {
            throw new InvalidRequestException(
                    "There is no table yet and no schema was given.",
                    ErrorContext.table(table),
                    "Give its columns with --schema.");
        }
        if (partitionColumns.isEmpty()) {
            partitionColumns = snapshot.get().partitionColumns();
        }
        return DeltaTypes.toFlink(snapshot.get().schema());
    }

    private DeltaLog log() {
        org.apache.hadoop.conf.Configuration hadoop = new org.apache.hadoop.conf.Configuration();
        hadoopOptions.forEach(hadoop::set);
        return DeltaLog.forTable(table, hadoop);
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
    }

    static RowType parse(String columns) {
        try {
            LogicalType type =
                    LogicalTypeParser.parse("ROW<" + columns + ">", KafkaToDeltaCommand.class.getClassLoader());
            return (RowType) type.copy(false);
        } catch (ValidationException e) {
            throw new InvalidRequestException(
                    "The schema cannot be read: "
                            + e.getMessage().lines().findFirst().orElse("") + ".",
                    ErrorContext.none().with("schema", columns),
                    "Write columns as in SQL: 'id BIGINT NOT NULL, name STRING'; a name that is a word of SQL, such as"
                            + " day, in backticks: '`day` DATE'.",
                    e);
        }
    }
}
