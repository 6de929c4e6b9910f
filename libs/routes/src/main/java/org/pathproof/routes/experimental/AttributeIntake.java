// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes.experimental;

import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.wire.Bytes;

/** Receives an experimental path attribute in the messages of a collector. Safe for use by several threads. */
public interface AttributeIntake {
    /** Returns the type code of the path attribute. */
    int typeCode();

    /**
     * Returns BMP messages whose private values in this attribute are overwritten. The result has the same length.
     *
     * @param messages whole messages in sequence
     */
    Bytes withoutPrivateValues(Bytes messages);

    /**
     * Returns the attribute in the form in which it travels with a route event.
     *
     * @param value value of the attribute, after {@link #withoutPrivateValues}
     * @param prefixes number of prefixes that the UPDATE announces
     */
    SchemePath path(Bytes value, int prefixes);
}
