/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the value of a Kafka record, one JSON object, as a row. Strict: a value that the column's
 * type cannot hold without a change, a missing value of a NOT NULL column, a duplicate or (by
 * default) an unknown field, and anything that is not one JSON object make the record broken. The
 * error names topic, partition, offset and the record's beginning.
 *
 * <p>Timestamps and dates are ISO 8601 strings (TIMESTAMP without a zone, TIMESTAMP_LTZ with one),
 * BINARY is base64, DECIMAL a number or a string, a map a JSON object.
 */
public final class JsonRowDeserializer implements KafkaRecordDeserializationSchema<RowData> {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(JsonRowDeserializer.class);
    private static final int SHOWN_CHARACTERS = 120;
    private static final int LOGGED_RECORDS = 10;

    private final RowType rowType;
    private final UnknownFields unknownFields;
    private final BrokenRecords brokenRecords;

    private transient ObjectReader json;
    private transient JsonValueConverter converter;
    private transient Counter skipped;

    /**
     * A deserializer into rows of this type.
     *
     * @throws InvalidRequestException naming the column whose type has no JSON form here
     */
    public JsonRowDeserializer(RowType rowType, UnknownFields unknownFields, BrokenRecords brokenRecords) {
        this.rowType = rowType;
        this.unknownFields = unknownFields;
        this.brokenRecords = brokenRecords;
        new JsonConverters(unknownFields).row("", rowType);
    }

    @Override
    public void open(DeserializationSchema.InitializationContext context) {
        open(context.getMetricGroup().counter("brokenRecordsSkipped"));
    }

    /** Opens it outside of a job. */
    public void open(Counter skippedRecords) {
        json = JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build()
                .reader()
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        converter = new JsonConverters(unknownFields).row("", rowType);
        skipped = skippedRecords;
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<RowData> out) throws IOException {
        RowData row;
        try {
            row = row(message.value());
        } catch (JsonFieldException e) {
            broken(message, "The record is not a row of the table: " + e.getMessage() + ".", e);
            return;
        } catch (JsonProcessingException e) {
            broken(message, "The record is not one JSON object: " + e.getOriginalMessage() + ".", e);
            return;
        }
        out.collect(row);
    }

    private RowData row(byte[] value) throws IOException, JsonFieldException {
        if (value == null || value.length == 0) {
            throw new JsonFieldException(
                    "(the record)",
                    "it has no value, and nothing can be deleted from a table that is only appended to");
        }
        JsonNode tree = json.readTree(value);
        return (RowData) converter.convert(tree);
    }

    private void broken(ConsumerRecord<byte[], byte[]> message, String problem, Exception cause) {
        ErrorContext context = ErrorContext.none()
                .with("topic", message.topic())
                .with("partition", message.partition())
                .with("offset", message.offset())
                .with("record", beginning(message.value()));
        if (brokenRecords == BrokenRecords.FAIL) {
            throw new SuppressRestartsException(new InvalidRequestException(
                    problem, context, "Correct the producer or the schema, or have broken records skipped.", cause));
        }
        skipped.inc();
        if (skipped.getCount() <= LOGGED_RECORDS) {
            LOG.warn(
                    "Skipped. {} [{}]{}",
                    problem,
                    context,
                    skipped.getCount() == LOGGED_RECORDS ? " More of them are counted but not logged." : "");
        }
    }

    private static String beginning(byte[] value) {
        if (value == null) {
            return null;
        }
        int shownBytes = Math.min(value.length, 4 * SHOWN_CHARACTERS);
        String text = new String(value, 0, shownBytes, StandardCharsets.UTF_8);
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .limit(SHOWN_CHARACTERS)
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .forEach(shown::appendCodePoint);
        boolean cut = shownBytes < value.length || text.codePointCount(0, text.length()) > SHOWN_CHARACTERS;
        return shown + (cut ? "..." : "");
    }

    @Override
    public TypeInformation<RowData> getProducedType() {
        return InternalTypeInfo.of(rowType);
    }
}
