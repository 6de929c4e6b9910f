// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.scheme;

import java.util.Optional;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/** Handles the path attribute of an experimental scheme in received messages. Safe for use by several threads. */
public interface SchemeIntake {
    /** Handles the attribute like every unknown one. */
    SchemeIntake OFF = new SchemeIntake() {
        @Override
        public Bytes erased(Bytes messages) {
            return messages;
        }

        @Override
        public Bytes ofUndecodable(Bytes bytes) {
            return bytes;
        }

        @Override
        public Optional<SchemePath> path(Update update) {
            return Optional.empty();
        }

        @Override
        public boolean handles(PathAttribute attribute) {
            return false;
        }
    };

    /**
     * Returns BMP messages without private values. The result has the same length.
     *
     * @param messages whole messages in sequence
     */
    Bytes erased(Bytes messages);

    /** Returns the part that may be published of bytes that are no BMP message. */
    Bytes ofUndecodable(Bytes bytes);

    /** Returns the path of an UPDATE whose private values are erased; empty if the UPDATE has no such attribute. */
    Optional<SchemePath> path(Update update);

    /** Returns true for the path attribute of a scheme. */
    boolean handles(PathAttribute attribute);
}
