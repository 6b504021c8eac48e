/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.kafka;

import java.io.IOException;

/** For the main class of a JVM that another one forked. */
public final class ParentProcess {
    private ParentProcess() {}

    /** From now on this JVM ends when the parent does, which holds the other end of standard input and sends nothing. */
    public static void endWithIt() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // the parent sends nothing
                        }
                    } catch (IOException e) {
                        System.out.println("Lost the parent: " + e);
                    }
                    Runtime.getRuntime().exit(0);
                },
                "end-with-parent");
        watch.setDaemon(true);
        watch.start();
    }
}
