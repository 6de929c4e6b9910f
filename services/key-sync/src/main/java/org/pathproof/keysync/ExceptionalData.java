// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.rpki.slurm.Slurm;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a source's data: router keys that are not what they say are left out (RFC 8209 section 3.1: an SKI is the hash of its key), and SLURM's exceptions are made
 * (RFC 8416). Of data that follow what it saw last, only the change is looked at: a cache that changes one key costs one key.
 */
final class ExceptionalData {
    private static final Logger log = LoggerFactory.getLogger(ExceptionalData.class);
    private static final Serial UNNUMBERED = new Serial(0);

    private final Slurm slurm;
    private final Set<RpkiObject> asserted;
    private final Set<RouterKey> refused = new HashSet<>();
    private @Nullable RpkiSnapshot source;
    private @Nullable RpkiSnapshot made;

    ExceptionalData(Slurm slurm) {
        this.slurm = slurm;
        this.asserted = Set.copyOf(RpkiSnapshot.all(RpkiSnapshot.of(0, UNNUMBERED, slurm.assertions())));
    }

    Slurm slurm() {
        return slurm;
    }

    /** How many keys of the data seen last were left out. */
    int refused() {
        return refused.size();
    }

    /** What becomes of {@code data}; the same object for the same data. */
    RpkiSnapshot of(RpkiSnapshot data) {
        RpkiSnapshot last = made;
        RpkiSnapshot next;
        if (last != null && data == source) {
            return last;
        }
        if (last == null || source == null) {
            refused.clear();
            next = accepted(RpkiSnapshot.all(data));
        } else {
            next = after(last, RpkiSnapshot.change(source, data));
        }
        source = data;
        made = next;
        return next;
    }

    private RpkiSnapshot after(RpkiSnapshot last, RpkiChange change) {
        List<RpkiObject> gone = new ArrayList<>();
        for (RpkiObject object : change.withdrawn()) {
            if (object instanceof RouterKey key) {
                refused.remove(key);
            }
            if (!asserted.contains(object)) {
                gone.add(object);
            }
        }
        List<RpkiObject> come = RpkiSnapshot.all(accepted(change.announced()));
        return (RpkiSnapshot) last.apply(UNNUMBERED, come, gone).after();
    }

    /** What is left of objects, and SLURM's assertions. */
    private RpkiSnapshot accepted(Collection<RpkiObject> objects) {
        Collection<RpkiObject> accepted = new ArrayList<>(objects.size());
        for (RpkiObject object : slurm.apply(objects)) {
            if (object instanceof RouterKey key && !SubjectKeyIdentifier.matches(key)) {
                if (refused.add(key)) {
                    log.warn(
                            "Router key of AS{} refused: its SKI is not {}",
                            key.asn(),
                            key.ski().toHex());
                }
            } else {
                accepted.add(object);
            }
        }
        return RpkiSnapshot.of(0, UNNUMBERED, accepted);
    }
}
