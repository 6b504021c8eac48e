/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A file of a Hadoop file system to be written; the file system is asked for when it is created. */
record HadoopFileToWrite(Path path, Configuration hadoop) implements OutputFile {

    @Override
    public PositionOutputStream create(long blockSize) throws IOException {
        return file().create(blockSize);
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSize) throws IOException {
        return file().createOrOverwrite(blockSize);
    }

    @Override
    public boolean supportsBlockSize() {
        try {
            return file().supportsBlockSize();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public long defaultBlockSize() {
        try {
            return file().defaultBlockSize();
        } catch (IOException e) {
            return -1;
        }
    }

    @Override
    public String getPath() {
        return path.toString();
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private HadoopOutputFile file() throws IOException {
        return HadoopOutputFile.fromPath(path, hadoop);
    }
}
