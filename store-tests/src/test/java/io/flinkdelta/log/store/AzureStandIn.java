/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files under {@code abfs:}, with the rename that Hadoop documents for Azure's storage: the service
 * refuses a name that is taken, and the client answers false. What is written is visible before it is closed.
 */
public final class AzureStandIn extends RawLocalFileSystem {
    private static final URI ROOT = URI.create("abfs://container@account");

    /** Renames replace what is there, as a broken client could. */
    static final String LIES = "stand-in.lies";
    /** The rename is carried out, and its answer is lost. */
    static final String LOSES_ANSWERS = "stand-in.loses-answers";

    /** The place of a table that lies in a local folder. */
    public static String table(java.nio.file.Path folder) {
        return ROOT.toString() + folder;
    }

    /** What a user sets so that {@code abfs:} is this. */
    public static Configuration hadoop() {
        Configuration hadoop = new Configuration();
        hadoop.setClass("fs.abfs.impl", AzureStandIn.class, org.apache.hadoop.fs.FileSystem.class);
        hadoop.set("fs.abfs.impl.disable.cache", "true");
        hadoop.set("fs.AbstractFileSystem.abfs.impl", Context.class.getName());
        return hadoop;
    }

    @Override
    public String getScheme() {
        return "abfs";
    }

    @Override
    public URI getUri() {
        return ROOT;
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        java.nio.file.Path source = pathToFile(from).toPath();
        java.nio.file.Path target = pathToFile(to).toPath();
        try {
            if (getConf().getBoolean(LIES, false)) {
                Files.move(source, target, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.createLink(target, source);
                Files.delete(source);
            }
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            return false;
        }
        if (getConf().getBoolean(LOSES_ANSWERS, false)) {
            throw new IOException("scripted: the answer is lost");
        }
        return true;
    }

    /** As Hadoop has one for each scheme. */
    public static final class Context extends DelegateToFileSystem {
        public Context(URI name, Configuration conf) throws IOException, URISyntaxException {
            super(name, started(name, conf), conf, "abfs", false);
        }

        private static AzureStandIn started(URI name, Configuration conf) throws IOException {
            AzureStandIn files = new AzureStandIn();
            files.initialize(name, conf);
            return files;
        }

        @Override
        public int getUriDefaultPort() {
            return -1;
        }
    }
}
