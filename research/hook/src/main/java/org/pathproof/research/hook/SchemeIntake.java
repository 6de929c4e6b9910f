// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.hook;

import com.google.protobuf.UnsafeByteOperations;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Passes on the path attribute of a scheme, without private values. Immutable. */
final class SchemeIntake implements AttributeIntake {
    private final int typeCode;
    private final PrivateValueEraser eraser;

    SchemeIntake(int typeCode) {
        this.typeCode = typeCode;
        this.eraser = new PrivateValueEraser(typeCode);
    }

    @Override
    public int typeCode() {
        return typeCode;
    }

    @Override
    public Bytes withoutPrivateValues(Bytes messages) {
        return eraser.erased(messages);
    }

    @Override
    public SchemePath path(Bytes value, int prefixes) {
        if (prefixes > 1) {
            return defective("the UPDATE announces " + prefixes + " prefixes; a scheme signs one");
        }
        if (PrivateValueEraser.isErased(value)) {
            return defective("the value could not be decoded, and was erased on receipt");
        }
        return switch (SchemeAttribute.decode(value)) {
            case Decoded.Damaged<SchemeAttribute>(WireError error, Bytes _) -> defective(error.message());
            case Decoded.Ok<SchemeAttribute>(SchemeAttribute decoded) ->
                SchemePath.newBuilder()
                        .setAttribute(UnsafeByteOperations.unsafeWrap(
                                decoded.withoutSecret().encode().asByteBuffer()))
                        .build();
        };
    }

    private static SchemePath defective(String defect) {
        return SchemePath.newBuilder().setDefect(defect).build();
    }
}
