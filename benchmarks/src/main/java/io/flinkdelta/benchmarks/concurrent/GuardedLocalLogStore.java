/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.concurrent;

import io.delta.storage.LocalLogStore;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Delta's store for local files, which keeps apart the writers that share an instance, for the writers of a JVM:
 * Kernel makes an instance for each call, and without this several writers win the same version.
 */
public final class GuardedLocalLogStore extends LocalLogStore {

    /** As {@link LocalLogStore} is made, by reflection. */
    public GuardedLocalLogStore(Configuration initHadoopConf) {
        super(initHadoopConf);
    }

    @Override
    public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration hadoopConf)
            throws IOException {
        synchronized (GuardedLocalLogStore.class) {
            super.write(path, actions, overwrite, hadoopConf);
        }
    }
}
