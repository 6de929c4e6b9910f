// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.List;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * What leads from an older serial to {@code to}: the minimal set of changes that RFC 8210 section 5.3 asks for. No object stands in
 * both lists.
 */
public record RpkiDelta(Serial to, List<RpkiObject> announced, List<RpkiObject> withdrawn) {
    public int size() {
        return announced.size() + withdrawn.size();
    }
}
