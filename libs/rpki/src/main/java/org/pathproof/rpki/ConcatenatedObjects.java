// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.pathproof.wire.rpki.RpkiObject;

/** A view of three lists as one. */
final class ConcatenatedObjects extends AbstractList<RpkiObject> implements RandomAccess {
    private final List<? extends RpkiObject> first;
    private final List<? extends RpkiObject> second;
    private final List<? extends RpkiObject> third;

    ConcatenatedObjects(
            List<? extends RpkiObject> first, List<? extends RpkiObject> second, List<? extends RpkiObject> third) {
        this.first = first;
        this.second = second;
        this.third = third;
    }

    @Override
    public RpkiObject get(int index) {
        if (index < first.size()) {
            return first.get(index);
        }
        int behind = index - first.size();
        return behind < second.size() ? second.get(behind) : third.get(behind - second.size());
    }

    @Override
    public int size() {
        return first.size() + second.size() + third.size();
    }
}
