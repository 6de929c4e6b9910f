// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.settings;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings of key-sync for tests: Spring binds them, so the others have their defaults. */
public final class BoundSettings {
    private static final String PREFIX = "pathproof.key-sync";

    private BoundSettings() {}

    /** Returns settings with these values, by name without the prefix. */
    public static KeySyncSettings of(Map<String, Object> values) {
        Map<String, Object> named = new HashMap<>();
        values.forEach((name, value) -> named.put(PREFIX + "." + name, value));
        return new Binder(new MapConfigurationPropertySource(named)).bindOrCreate(PREFIX, KeySyncSettings.class);
    }
}
