// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Closes what a test opened, after each test, the last first. For a field with {@code @RegisterExtension}. All are
 * closed even if some of them fail, and the first failure is thrown.
 */
public final class OpenedResources implements AfterEachCallback {
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** Remembers a resource, and returns it. */
    public <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        Exception first = null;
        for (AutoCloseable each : opened.reversed()) {
            try {
                each.close();
            } catch (Exception e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        opened.clear();
        if (first != null) {
            throw first;
        }
    }
}
