/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import scala.Option;
import scala.collection.immutable.Map$;

/** The local Spark session with Delta's extensions, started when the first request needs it. */
final class SparkReader implements RowReader, AutoCloseable {
    private SparkSession session;

    @Override
    public List<String> read(String path, OptionalLong version) {
        DataFrameReader reader = session().read().format("delta");
        if (version.isPresent()) {
            reader = reader.option("versionAsOf", version.getAsLong());
        }
        return texts(reader.load(path));
    }

    /** Runs one statement; its rows as exact texts. */
    List<String> sql(String statement) {
        return texts(session().sql(statement));
    }

    /** The data files that a query would read, after pruning by partitions and statistics. */
    List<String> inputFiles(String query) {
        return List.of(session().sql(query).inputFiles());
    }

    /** Streams every row of one table that is not copied yet into another one, then ends. */
    void stream(String from, String to, String checkpointLocation) throws TimeoutException, StreamingQueryException {
        StreamingQuery query = session()
                .readStream()
                .format("delta")
                .load(from)
                .writeStream()
                .format("delta")
                .option("checkpointLocation", checkpointLocation)
                .trigger(Trigger.AvailableNow())
                .start(to);
        query.awaitTermination();
    }

    /** Evaluates expressions in a session with the time zone {@code zone}. */
    SparkExpressions expressions(String zone) {
        return new SparkExpressions(session(), zone);
    }

    /**
     * Whether a version has a checksum file.
     *
     * @throws IllegalStateException when it has one that is not that of the state that the log gives
     */
    boolean validateChecksum(String path, long version) {
        DeltaLog log = DeltaLog.forTable(session(), path);
        Snapshot snapshot = log.getSnapshotAt(version, Option.empty(), Option.empty(), false);
        snapshot.validateChecksum(Map$.MODULE$.empty());
        return snapshot.checksumOpt().isDefined();
    }

    /** Drops what Delta remembers of tables, so that the next request reads their logs from the beginning. */
    void forget() {
        DeltaLog.clearCache();
    }

    private static List<String> texts(Dataset<Row> rows) {
        List<String> texts = new ArrayList<>();
        for (Row row : rows.collectAsList()) {
            texts.add(SparkText.row(row));
        }
        return texts;
    }

    /** Of every thread that asks, too. */
    private synchronized SparkSession session() {
        if (session == null) {
            session = SparkSession.builder()
                    .master("local[2]")
                    .appName("referee")
                    .config("spark.ui.enabled", "false")
                    // A task costs more than the rows of a small table: most of it is its way there and back.
                    .config("spark.sql.shuffle.partitions", "1")
                    .config("spark.sql.files.minPartitionNum", "1")
                    // Compiling a plan costs more than it saves on small tables.
                    .config("spark.sql.codegen.wholeStage", "false")
                    .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                    .config("spark.sql.adaptive.enabled", "false")
                    // VACUUM lists folders in as many tasks as this, 10,000 if it is not told.
                    .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "2")
                    .config("spark.databricks.delta.snapshotPartitions", "1")
                    .config("spark.sql.session.timeZone", "UTC")
                    .config("spark.sql.datetime.java8API.enabled", "true")
                    .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                    .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                    .config("spark.sql.warehouse.dir", System.getProperty("referee.work"))
                    .config("spark.databricks.delta.retentionDurationCheck.enabled", "false")
                    .config("spark.sql.streaming.numRecentProgressUpdates", "1")
                    .getOrCreate();
        }
        SparkSession.setActiveSession(session);
        return session;
    }

    @Override
    public void close() {
        if (session != null) {
            session.stop();
        }
    }
}
