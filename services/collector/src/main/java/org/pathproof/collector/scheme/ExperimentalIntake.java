// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.scheme;

import com.google.protobuf.UnsafeByteOperations;
import java.util.Optional;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.schemes.SchemeAttribute;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;

/** Passes on the path attribute of a scheme, without private values. */
public final class ExperimentalIntake implements SchemeIntake {
    private final int typeCode;
    private final PrivateValueEraser eraser;

    /** @param typeCode type code of the path attribute */
    public ExperimentalIntake(int typeCode) {
        this.typeCode = typeCode;
        this.eraser = new PrivateValueEraser(typeCode);
    }

    @Override
    public Bytes erased(Bytes messages) {
        return eraser.erased(messages);
    }

    /** Returns no bytes, because each of them can be part of a private key. */
    @Override
    public Bytes ofUndecodable(Bytes bytes) {
        return Bytes.EMPTY;
    }

    @Override
    public boolean handles(PathAttribute attribute) {
        return attribute.typeCode() == typeCode;
    }

    @Override
    public Optional<SchemePath> path(Update update) {
        for (PathAttribute attribute : update.attributes()) {
            if (handles(attribute) && attribute instanceof UnknownAttribute unknown) {
                return Optional.of(path(unknown.value(), prefixes(update)));
            }
        }
        return Optional.empty();
    }

    private static SchemePath path(Bytes value, int prefixes) {
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

    private static int prefixes(Update update) {
        return update.nlri().size()
                + update.find(MpReach.class).map(reach -> reach.nlri().size()).orElse(0);
    }
}
