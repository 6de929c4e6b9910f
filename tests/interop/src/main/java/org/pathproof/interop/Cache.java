// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.util.List;
import java.util.Map;
import org.pathproof.wire.rpki.RpkiObject;

/** A program that gives RPKI data to key-sync. */
interface Cache extends AutoCloseable {
    /** Gives these objects from now on. */
    void serve(List<RpkiObject> objects);

    /** Ends the program and starts it again, with the same data. */
    void restart();

    /** Returns the settings of the source, by name without {@code pathproof.key-sync.sources[0]}. */
    Map<String, String> source();

    @Override
    void close();
}
