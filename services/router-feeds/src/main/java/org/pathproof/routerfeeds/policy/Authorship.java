// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import java.time.Instant;

/**
 * Author, time and reason of a change.
 *
 * @param author name of the client, its address if it has no name, or {@code file} with the name of a file
 * @param time clock of the replica that wrote the change
 * @param reason may be empty
 */
public record Authorship(String author, Instant time, String reason) {
    @Override
    public String toString() {
        return author + " at " + time + (reason.isEmpty() ? "" : ": " + reason);
    }
}
