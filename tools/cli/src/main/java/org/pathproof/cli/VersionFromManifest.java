// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** Text of {@code --version}: the version of the jar and of Java. */
final class VersionFromManifest implements IVersionProvider {
    @Override
    public String[] getVersion() {
        @Nullable String version = VersionFromManifest.class.getPackage().getImplementationVersion();
        return new String[] {
            "pathproof " + (version == null ? "(not packaged)" : version) + ", Java " + Runtime.version()
        };
    }
}
