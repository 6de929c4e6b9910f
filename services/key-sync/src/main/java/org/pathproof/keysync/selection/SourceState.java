// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.selection;

import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.source.Source;

/**
 * State of a source after a reading of all sources.
 *
 * @param chosen true if the set in force has the data of this source
 * @param added true if the data of this source are added to the chosen one; false for alternatives
 * @param held reason for which newer data of this source is delayed; null if none is
 */
public record SourceState(
        String name,
        Source.Reading reading,
        boolean chosen,
        boolean added,
        @Nullable String held) {}
