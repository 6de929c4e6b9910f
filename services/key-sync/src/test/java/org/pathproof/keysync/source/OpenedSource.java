// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import java.time.Clock;
import java.util.Map;
import org.pathproof.keysync.settings.BoundSettings;
import org.pathproof.keysync.settings.KeySyncSettings;

/** Opens the only source of settings for tests. */
public final class OpenedSource {
    private OpenedSource() {}

    /** Opens the source of settings with these values, by name without the prefix. */
    public static Source of(Map<String, Object> values) {
        KeySyncSettings settings = BoundSettings.of(values);
        return new SourceOpener(settings, Clock.systemUTC(), () -> {})
                .open(settings.allSources().getFirst());
    }
}
