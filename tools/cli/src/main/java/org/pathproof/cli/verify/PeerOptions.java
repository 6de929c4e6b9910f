// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the session that received the updates. */
public final class PeerOptions {
    @Option(
            names = "--target-as",
            paramLabel = "N",
            converter = AsNumber.class,
            description =
                    "AS of the router that received the updates, to which the newest hop signed. Required without --batch.")
    private @Nullable Long targetAs;

    @Option(
            names = "--peer-as",
            paramLabel = "N",
            converter = AsNumber.class,
            description = "AS of the sending router; without it, the AS of the newest hop is not checked.")
    private @Nullable Long peerAs;

    @Option(names = "--confederation-peer", description = "The sender is a member of the receiver's AS confederation.")
    private boolean confederationPeer;

    @Option(
            names = "--transparent-peer",
            description = "The sender may set pCount 0: a route server, or an AS in migration.")
    private boolean transparentPeer;

    public OptionalLong targetAs() {
        return optional(targetAs);
    }

    public OptionalLong peerAs() {
        return optional(peerAs);
    }

    public boolean isConfederationPeer() {
        return confederationPeer;
    }

    public boolean isTransparentPeer() {
        return transparentPeer;
    }

    private static OptionalLong optional(@Nullable Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
