// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.List;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** A whole set in the order of {@link PayloadOrder}. All routers share its lists. */
record RtrPayload(List<Vrp> vrps, List<RouterKey> keys, List<Aspa> aspas) {
    int size() {
        return vrps.size() + keys.size() + aspas.size();
    }

    RpkiObject get(int index) {
        if (index < vrps.size()) {
            return vrps.get(index);
        }
        int behind = index - vrps.size();
        return behind < keys.size() ? keys.get(behind) : aspas.get(behind - keys.size());
    }
}
