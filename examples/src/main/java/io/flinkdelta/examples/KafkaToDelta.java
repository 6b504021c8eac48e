/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples;

import io.flinkdelta.examples.json.JsonRowDeserializer;
import io.flinkdelta.sink.DeltaSink;
import io.flinkdelta.sink.DeltaSinkBuilder;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;

/**
 * The two ends of a job that brings the JSON records of a Kafka topic into a Delta table, each
 * exactly once.
 *
 * <pre>
 *   KafkaSource (offsets in Flink's state) -> JSON object to RowData -> your operators -> DeltaSink (a commit per checkpoint)
 * </pre>
 *
 * {@link KafkaToDeltaCommand} is the whole job with options, to be run by {@code bin/flink-delta
 * kafka-to-delta} or as the main class of a {@code flink run}.
 */
public final class KafkaToDelta {
    private KafkaToDelta() {}

    /** The topic's records as rows. */
    public static SingleOutputStreamOperator<RowData> readFrom(
            StreamExecutionEnvironment environment, KafkaTopicSpec spec, DeltaTableSpec table) {
        Properties properties = new Properties();
        properties.putAll(spec.clientProperties());
        KafkaSourceBuilder<RowData> source = KafkaSource.<RowData>builder()
                .setProperties(properties)
                .setBootstrapServers(spec.bootstrapServers())
                .setTopics(spec.topic())
                .setGroupId(spec.groupId())
                .setClientIdPrefix(spec.groupId())
                .setStartingOffsets(spec.start())
                .setDeserializer(new JsonRowDeserializer(table.rowType(), spec.unknownFields(), spec.brokenRecords()));
        if (spec.end() instanceof KafkaTopicSpec.At at) {
            source.setBounded(at.offsets());
        }
        return environment
                .fromSource(source.build(), WatermarkStrategy.noWatermarks(), "Kafka topic " + spec.topic())
                .uid("kafka-source");
    }

    /** Writes rows to the table, which is made if it is missing. */
    public static void writeTo(DataStream<RowData> rows, DeltaTableSpec table) {
        DeltaSinkBuilder sink = DeltaSink.forRowData(table.path(), table.rowType())
                .partitionBy(table.partitionColumns().toArray(new String[0]))
                .tableProperties(table.tableProperties())
                .hadoopOptions(table.hadoopOptions())
                .options(table.sinkOptions());
        rows.sinkTo(sink.build()).name("Delta table").uid("delta-sink");
    }
}
