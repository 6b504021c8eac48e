/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * The log store that a user asks for by the options that Delta's other writers know, {@code
 * delta.logStore.SCHEME.impl} and {@code delta.logStore.class}, both also with {@code spark.} in
 * front.
 */
record ConfiguredLogStore(String key, String className) {
    static final String HDFS_LOG_STORE = "io.delta.storage.HDFSLogStore";

    static String key(String scheme) {
        return "delta.logStore." + scheme + ".impl";
    }

    static Optional<ConfiguredLogStore> of(String scheme, Configuration hadoop) {
        return Stream.of(key(scheme), "spark." + key(scheme), "delta.logStore.class", "spark.delta.logStore.class")
                .map(key -> new ConfiguredLogStore(key, hadoop.getTrimmed(key, "")))
                .filter(configured -> !configured.className.isEmpty() && !configured.isDefault())
                .findFirst();
    }

    /** Delta's store for file systems with an atomic rename that never replaces. */
    boolean isHdfs() {
        return List.of(HDFS_LOG_STORE, "org.apache.spark.sql.delta.storage.HDFSLogStore")
                .contains(className);
    }

    /** Delta's store for the local file system. */
    boolean isLocal() {
        return List.of("io.delta.storage.LocalLogStore", "org.apache.spark.sql.delta.storage.LocalLogStore")
                .contains(className);
    }

    /** Delta's store for S3 that knows the writers of one process only. */
    boolean isSingleDriver() {
        return List.of(
                        "io.delta.storage.S3SingleDriverLogStore",
                        "org.apache.spark.sql.delta.storage.S3SingleDriverLogStore")
                .contains(className);
    }

    /** Spark's choice by the scheme, which is what happens without any option. */
    private boolean isDefault() {
        return Objects.equals(className, "org.apache.spark.sql.delta.storage.DelegatingLogStore");
    }
}
