// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.WireError;

/**
 * A fault of a path attribute.
 *
 * @param typeCode the type code of the attribute; 0 if its header is incomplete
 * @param error the place and the description. The offset is 0 if the fault is found after decoding
 */
public record AttributeFault(int typeCode, Fault fault, WireError error) {
    /** Creates a fault that is found after decoding. */
    static AttributeFault found(int typeCode, Fault fault, WireError.Code code, String message) {
        return new AttributeFault(
                typeCode, fault, new WireError(code, "UPDATE / " + PathAttributes.name(typeCode), 0, message));
    }
}
