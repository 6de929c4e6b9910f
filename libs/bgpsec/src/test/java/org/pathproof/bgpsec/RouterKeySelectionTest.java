// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.bgpsec.ChangedPath.NEVER_CALLED;
import static org.pathproof.bgpsec.ChangedPath.validate;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.HopResult.Result;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Tests the choice of router keys for the signatures of a path (RFC 8205 section 5.2, step 2). */
class RouterKeySelectionTest {
    private static final SignedPath PATH = SignedPath.over(64501, 64502, 64503);

    @Test
    void ignoresAKeyOfAnotherAs() {
        RouterKey right = SignedPath.key(64502);
        KeyLookup lookup = (asn, ski) -> Stream.of(
                        SignedPath.key(64501), new RouterKey(64999, right.ski(), right.spki()), SignedPath.key(64503))
                .filter(k -> k.asn() == asn && k.ski().equals(ski))
                .toList();
        PathResult pathResult = validate(PATH.attribute(), PATH.context(), lookup, false);
        assertThat(pathResult.state()).isEqualTo(PathState.NOT_VALID);
        assertThat(pathResult.findings()).singleElement().satisfies(f -> {
            assertThat(f.rule()).isEqualTo(Rule.KEY_NOT_FOUND);
            assertThat(f.hop()).isEqualTo(2);
            assertThat(f.message())
                    .isEqualTo("Hop 2 (AS 64502 → AS 64503): the RPKI has no router key of AS 64502 with SKI "
                            + right.ski().toHex() + ".");
        });
    }

    @Test
    void verifiesABlockWithAMissingKeyOnlyForAnExplanation() {
        KeyLookup lookup =
                (asn, ski) -> asn == 64502 ? List.of() : SignedPath.lookup().keys(asn, ski);
        PathResult pathResult = PathValidator.validate(PATH.attribute(), PATH.context(), lookup, NEVER_CALLED, false);
        assertThat(pathResult.hops())
                .extracting(HopResult::result)
                .containsExactly(Result.NOT_CHECKED, Result.KEY_NOT_FOUND, Result.NOT_CHECKED);
        PathResult explained = validate(PATH.attribute(), PATH.context(), lookup, true);
        assertThat(explained.state()).isEqualTo(pathResult.state()).isEqualTo(PathState.NOT_VALID);
        assertThat(explained.hops())
                .extracting(HopResult::result)
                .containsExactly(Result.VERIFIED, Result.KEY_NOT_FOUND, Result.VERIFIED);
        assertThat(explained.hops())
                .allSatisfy(h -> assertThat(h.digest().length()).isEqualTo(32));
    }

    /** Two router keys of an AS may have the same SKI, by chance or by an attack. The validator tries each key. */
    @Test
    void triesAllMatchingKeys() {
        RouterKey right = SignedPath.key(64502);
        RouterKey wrong =
                new RouterKey(64502, right.ski(), SignedPath.key(64777).spki());
        RouterKey broken = new RouterKey(64502, right.ski(), Bytes.fromHex("00"));
        for (List<RouterKey> keys :
                List.of(List.of(right, wrong, broken), List.of(wrong, right, broken), List.of(broken, wrong, right))) {
            KeyLookup lookup =
                    (asn, ski) -> asn == 64502 ? keys : SignedPath.lookup().keys(asn, ski);
            PathResult pathResult = validate(PATH.attribute(), PATH.context(), lookup, false);
            assertThat(pathResult.state()).isEqualTo(PathState.VALID);
            assertThat(pathResult.hops().get(1).key()).contains(right);
        }
        KeyLookup lookup = (asn, ski) ->
                asn == 64502 ? List.of(wrong, broken) : SignedPath.lookup().keys(asn, ski);
        assertThat(validate(PATH.attribute(), PATH.context(), lookup, false).findings())
                .singleElement()
                .satisfies(f -> {
                    assertThat(f.rule()).isEqualTo(Rule.SIGNATURE_MISMATCH);
                    assertThat(f.message()).contains("does not verify under any of the 2 keys with SKI");
                });
    }

    @Test
    void namesAMalformedKey() {
        KeyLookup lookup = (asn, ski) -> asn == 64502
                ? List.of(new RouterKey(64502, ski, Bytes.fromHex("3000")))
                : SignedPath.lookup().keys(asn, ski);
        PathResult pathResult = validate(PATH.attribute(), PATH.context(), lookup, false);
        assertThat(pathResult.state()).isEqualTo(PathState.NOT_VALID);
        assertThat(pathResult.findings()).singleElement().satisfies(f -> {
            assertThat(f.rule()).isEqualTo(Rule.KEY_MALFORMED);
            assertThat(f.hop()).isEqualTo(2);
            assertThat(f.message()).endsWith("is not a SubjectPublicKeyInfo in DER.");
        });
    }
}
