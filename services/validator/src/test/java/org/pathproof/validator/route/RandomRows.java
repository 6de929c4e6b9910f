// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.Verdict;

/** Creates random rows for tests. */
final class RandomRows {
    private RandomRows() {}

    /** Returns a row of one of six kinds that {@link RouteValidator} creates. */
    static Row row(Random random) {
        Row row = verified(random, 1 + random.nextInt(6), 50);
        Verdict.Builder v = row.verdict().toBuilder();
        switch (random.nextInt(6)) {
            case 0 -> v.setEpoch(row.epoch() - 1).setSource(Source.MIRRORING).addCommunities(-7);
            case 1 -> { // a key was withdrawn
                v.setState(PathState.NOT_VALID);
                for (int i = 0; i < v.getHopsCount(); i++) {
                    v.getHopsBuilder(i).setResult(HopResult.Result.VERIFIED.label());
                    if (i == 0 || random.nextBoolean()) {
                        v.getHopsBuilder(i).setResult(HopResult.Result.KEY_NOT_FOUND.label());
                        v.addFindings(RoutePathValidator.withdrawn(i + 1, v.getHops(i)));
                    }
                }
            }
            case 2 -> { // there is no RPKI set
                v.setState(PathState.UNVERIFIED).setOrigin(OriginState.ORIGIN_UNVERIFIED);
                v.getHopsBuilderList().forEach(hop -> hop.setResult(HopResult.Result.NOT_CHECKED.label()));
            }
            case 3 -> { // plain BGP
                v.setState(PathState.UNSIGNED).clearHops().clearAttributeDigest();
                if (random.nextBoolean()) {
                    v.clearTargetAs()
                            .clearOriginAs()
                            .setOrigin(OriginState.ORIGIN_INVALID)
                            .setOriginReason("length");
                }
                return new Row(row.epoch(), ByteString.EMPTY, row.facts(), v.build(), List.of(), null, 0);
            }
            case 4 -> v.getHopsBuilder(0).setPcount(3).setFlags(0x80); // the AS path is not that of the hops
            case 5 -> {
                return unverified(row);
            }
            default -> throw new AssertionError();
        }
        return row.withVerdict(v.build());
    }

    static Row unverified(Row verified) {
        Verdict.Builder v = verified.verdict().toBuilder().setState(PathState.NOT_VALID);
        v.getHopsBuilder(0).setResult(HopResult.Result.SIGNATURE_MISMATCH.label());
        v.setValidatedUs(5)
                .setRpkiSerial(6)
                .setAnnouncement(Announcement.newBuilder().setBgpsecPath(ByteString.copyFromUtf8("no path")));
        return new Row(verified.epoch(), verified.attributeHash(), verified.facts(), v.build(), List.of(), null, 77);
    }

    static Row verified(Random random, int hops, int ases) {
        Verdict.Builder v = Verdict.newBuilder()
                .setState(PathState.VALID)
                .setOrigin(OriginState.ORIGIN_VALID)
                .setEpoch(2 + random.nextInt(50))
                .setReceivedUs(1_790_000_000_000_000L + random.nextInt())
                .setTargetAs(65000)
                .setDualPath(random.nextBoolean())
                .setNextHop(byteString(random, 4));
        if (random.nextInt(3) == 0) {
            v.setAspaValue(random.nextInt(4)).setAspaProcedureValue(1 + random.nextInt(3));
        }
        int facts = random.nextInt();
        ByteString attributeHash = byteString(random, 16);
        v.setAttributeDigest(attributeHash.asReadOnlyByteBuffer().getLong());
        List<ProofKey> proof = new ArrayList<>();
        for (int i = 0; i < hops; i++) {
            int asn = random.nextInt(ases) + (random.nextInt(20) == 0 ? 0xfff00000 : 1);
            Random ofKey = new Random(asn);
            v.addHops(Hop.newBuilder().setAsn(asn).setPcount(1).setSki(byteString(ofKey, 20)));
            proof.add(ProofKey.named(byteString(ofKey, 16)));
        }
        for (int i = hops - 1; i >= 0; i--) {
            v.addAsPath(v.getHops(i).getAsn());
        }
        Verdict verdict = v.setOriginAs(v.getHops(0).getAsn()).build();
        return new Row(verdict.getEpoch(), attributeHash, facts, verdict, proof, null, 0);
    }

    static ByteString byteString(Random random, int count) {
        byte[] byteString = new byte[count];
        random.nextBytes(byteString);
        return ByteString.copyFrom(byteString);
    }
}
