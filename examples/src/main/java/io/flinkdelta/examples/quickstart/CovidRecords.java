/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * The quickstart's records: real figures of 2020-03-21 from the COVID-19 data of the Johns Hopkins
 * CSSE (CC BY 4.0), their JSON form, and the rows of the table. {@code pass} says in which round a
 * record was sent. The source's times are UTC.
 */
final class CovidRecords {
    static final String CREDIT = "COVID-19 data of the Johns Hopkins CSSE, 2020-03-21, CC BY 4.0";
    static final String PARTITION_COLUMN = "Country_Region";
    private static final String RESOURCE = "covid-2020-03-21.csv";

    static final RowType ROW_TYPE = new RowType(
            false,
            List.of(
                    new RowType.RowField("pass", new IntType(false)),
                    new RowType.RowField("Province_State", VarCharType.STRING_TYPE),
                    new RowType.RowField("Country_Region", VarCharType.STRING_TYPE),
                    new RowType.RowField("Last_Update", new LocalZonedTimestampType(6)),
                    new RowType.RowField("Confirmed", new BigIntType()),
                    new RowType.RowField("Deaths", new BigIntType()),
                    new RowType.RowField("Recovered", new BigIntType()),
                    new RowType.RowField("Latitude", new DoubleType()),
                    new RowType.RowField("Longitude", new DoubleType())));

    private static final ObjectMapper JSON = new JsonMapper();

    private CovidRecords() {}

    static List<CovidRecord> load() throws IOException {
        List<CovidRecord> records = new ArrayList<>();
        CsvSchema header = CsvSchema.emptySchema().withHeader();
        try (InputStream csv = CovidRecords.class.getResourceAsStream(RESOURCE);
                MappingIterator<Map<String, String>> lines = new CsvMapper()
                        .readerForMapOf(String.class)
                        .with(header)
                        .readValues(csv)) {
            while (lines.hasNext()) {
                records.add(parse(lines.next()));
            }
        }
        return List.copyOf(records);
    }

    private static CovidRecord parse(Map<String, String> line) {
        String province = line.get("Province_State");
        return new CovidRecord(
                province.isEmpty() ? null : province,
                line.get("Country_Region"),
                Instant.parse(line.get("Last_Update") + "Z"),
                Long.parseLong(line.get("Confirmed")),
                Long.parseLong(line.get("Deaths")),
                Long.parseLong(line.get("Recovered")),
                Double.parseDouble(line.get("Latitude")),
                Double.parseDouble(line.get("Longitude")));
    }

    static byte[] toJson(int pass, CovidRecord covid) throws IOException {
        ObjectNode json = JSON.createObjectNode();
        json.put("pass", pass);
        json.put("Province_State", covid.provinceState());
        json.put("Country_Region", covid.countryRegion());
        json.put("Last_Update", covid.lastUpdate().toString());
        json.put("Confirmed", covid.confirmed());
        json.put("Deaths", covid.deaths());
        json.put("Recovered", covid.recovered());
        json.put("Latitude", covid.latitude());
        json.put("Longitude", covid.longitude());
        return JSON.writeValueAsBytes((JsonNode) json);
    }

    static int pass(RowData row) {
        return row.getInt(0);
    }

    /** The row without its pass. A null in a column other than the province is an error of the table. */
    static CovidRecord fromRow(RowData row) {
        return new CovidRecord(
                row.isNullAt(1) ? null : row.getString(1).toString(),
                row.getString(2).toString(),
                row.getTimestamp(3, 6).toInstant(),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getDouble(7),
                row.getDouble(8));
    }
}
