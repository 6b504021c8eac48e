/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.benchmarks.harness.Benchmark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each benchmark in its quick form: it prints its figures, its own checks of what was written hold, and
 * it leaves nothing behind. Says nothing about speed.
 */
class BenchmarksIT {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("append prints a ratio, rates, bytes and files of every case")
    void append() {
        Map<String, Double> figures = quick("append");
        for (String table : List.of("lineitem", "wide", "partitioned")) {
            assertThat(figures)
                    .containsKeys(
                            "append_ratio_vs_filesink_" + table,
                            "append_ratio_min_vs_filesink_" + table,
                            "append_ratio_max_vs_filesink_" + table,
                            "append_cpu_ratio_vs_filesink_" + table,
                            "append_source_rows_per_s_" + table)
                    .containsEntry("append_rows_" + table, 20_000.0);
            for (String side : List.of("delta", "filesink")) {
                assertThat(figures.get("append_" + side + "_rows_per_s_" + table))
                        .isPositive();
                assertThat(figures.get("append_" + side + "_bytes_" + table)).isGreaterThan(100_000);
                assertThat(figures.get("append_" + side + "_files_" + table))
                        .isGreaterThanOrEqualTo(table.equals("partitioned") ? 7 : 2);
            }
        }
    }

    @Test
    @DisplayName("writer prints a ratio of every case")
    void writer() {
        assertThat(quick("writer"))
                .containsKeys(
                        "writer_ratio_vs_flink_parquet_lineitem",
                        "writer_ratio_vs_flink_parquet_wide",
                        "writer_rules_cost_percent");
    }

    @Test
    @DisplayName("commit prints latencies by table size and their growth")
    void commit() {
        Map<String, Double> figures = quick("commit");
        assertThat(figures).containsKeys("commit_p50_growth_1k_vs_10", "commit_p99_growth_1k_vs_10");
        for (int files : new int[] {10, 100, 1_000}) {
            assertThat(figures.get("commit_p50_ms_" + files)).isPositive();
            assertThat(figures.get("commit_p99_ms_" + files))
                    .isGreaterThanOrEqualTo(figures.get("commit_p50_ms_" + files));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "s3"})
    @DisplayName("concurrent prints a ratio, and for each side its rate, latencies and the slowest writer's share")
    void concurrent(String store) {
        Map<String, Double> figures = quick("concurrent", "--store", store);
        assertThat(figures.get("concurrent_ratio_vs_kernel")).isPositive();
        assertThat(figures.get("concurrent_retries_per_commit_delta")).isNotNegative();
        for (String side : List.of("delta", "kernel")) {
            assertThat(figures.get("concurrent_commits_per_s_" + side)).isPositive();
            assertThat(figures.get("concurrent_p99_ms_" + side)).isPositive();
            assertThat(figures.get("concurrent_slowest_share_" + side)).isBetween(0.0, 1.0);
        }
    }

    @Test
    @DisplayName("checkpoint prints times, heaps and a ratio")
    void checkpoint() {
        Map<String, Double> figures = quick("checkpoint");
        assertThat(figures.get("checkpoint_ratio_vs_kernel")).isPositive();
        assertThat(figures.get("checkpoint_ratio_vs_kernel_json_only")).isPositive();
        for (String side : List.of("delta", "kernel", "delta_json_only", "kernel_json_only")) {
            assertThat(figures.get("checkpoint_ms_" + side)).isPositive();
            assertThat(figures.get("checkpoint_peak_heap_mb_" + side)).isPositive();
        }
    }

    @Test
    @DisplayName("snapshot prints ratios, and a file in memory takes less than 400 bytes")
    void snapshot() {
        Map<String, Double> figures = quick("snapshot");
        assertThat(figures)
                .containsKeys(
                        "snapshot_load_ratio_vs_kernel",
                        "snapshot_load_warm_ratio_vs_kernel",
                        "snapshot_scan_pruned_ratio_vs_kernel",
                        "refresh_ms_per_commit")
                .containsEntry("snapshot_load_files", 21_000.0)
                .containsEntry("snapshot_scan_pruned_files", 2.0);
        assertThat(figures.get("bytes_per_file")).isBetween(40.0, 400.0);
        assertThat(figures.get("bytes_per_file_estimated")).isBetween(40.0, 400.0);
    }

    @Test
    @DisplayName("scan prints rates and a ratio of every case, and what deletion vectors cost")
    void scan() {
        Map<String, Double> figures = quick("scan");
        assertThat(figures).containsKey("scan_deletion_vector_cost").containsEntry("scan_rows", 40_000.0);
        for (String name : List.of("all", "projected", "filtered")) {
            assertThat(figures.get("scan_ratio_vs_filesource_" + name)).isPositive();
            assertThat(figures.get("scan_delta_rows_per_s_" + name)).isPositive();
            assertThat(figures.get("scan_filesource_rows_per_s_" + name)).isPositive();
        }
    }

    @Test
    @DisplayName("tail prints delays, and what the enumerator holds in memory")
    void tail() {
        Map<String, Double> figures = quick("tail");
        assertThat(figures.get("tail_p50_ms")).isPositive();
        assertThat(figures.get("tail_p99_ms")).isGreaterThanOrEqualTo(figures.get("tail_p50_ms"));
        assertThat(figures.get("tail_enumerator_heap_growth")).isLessThan(0.5);
    }

    @Test
    @DisplayName("chaos kills processes, and no row is lost or doubled")
    void chaos() {
        Map<String, Double> figures = quick("chaos");
        assertThat(figures.get("kills") + figures.get("stalls")).isGreaterThanOrEqualTo(2);
        assertThat(figures.get("kills_job_and_task_managers")).isPositive();
        assertThat(figures.get("rows_sent")).isPositive();
        assertThat(figures.get("job_commits")).isPositive();
        assertThat(figures.get("job_starts_without_state")).isGreaterThanOrEqualTo(2);
        assertThat(figures.get("second_writer_rows_sent")).isPositive();
        for (String wrong : List.of("lost", "doubled", "second_writer_rows_unexpected")) {
            assertThat(figures)
                    .allSatisfy((name, value) -> assertThat(name.endsWith(wrong) && value != 0)
                            .as(name)
                            .isFalse());
        }
    }

    private Map<String, Double> quick(String name, String... options) {
        Benchmark benchmark = Benchmarks.all().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<String> lines = new ArrayList<>();
        List<String> arguments = new ArrayList<>(List.of("--quick", "--folder", folder.toString()));
        arguments.addAll(List.of(options));
        benchmark.run(arguments, lines::add);
        assertThat(folder).isEmptyDirectory();
        Map<String, Double> figures = new TreeMap<>();
        for (String line : lines) {
            assertThat(line).matches("[a-z0-9_]+: .+");
            String[] parts = line.split(": ", 2);
            if (!parts[0].contains("_settings_") && !parts[0].endsWith("_heap")) {
                figures.put(parts[0], Double.parseDouble(parts[1]));
            }
        }
        return figures;
    }
}
