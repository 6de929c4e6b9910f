// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.List;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * The minimal set of changes from an older serial to {@code to}, for the response to a Serial Query (RFC 8210 section
 * 5.3). An object is in one list at most.
 */
public record RpkiDelta(Serial to, List<RpkiObject> announced, List<RpkiObject> withdrawn) {
    public int size() {
        return announced.size() + withdrawn.size();
    }
}
