// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** The P-256 router keys of all ASes. Seed, AS and index determine a key. A key is computed at its first use. */
public final class LabKeys {
    /** The curve of suite 1 (RFC 8608 section 3.1). */
    public static final ECDomainParameters P256 = new ECDomainParameters(curve());

    /** SubjectPublicKeyInfo up to the point: id-ecPublicKey, secp256r1, a BIT STRING of 66 bytes (RFC 5480). */
    private static final Bytes SPKI_START = Bytes.fromHex("3059301306072a8648ce3d020106082a8648ce3d030107034200");

    private final String seed;
    private final Map<Name, LabKey> keys = new ConcurrentHashMap<>();

    private record Name(long asn, int index) {}

    public LabKeys(String seed) {
        this.seed = seed;
    }

    /** Returns the key of an AS. */
    public LabKey of(long asn) {
        return of(asn, 0);
    }

    /** Returns one of the keys of an AS. An AS in a key rollover has two keys (RFC 8634). */
    public LabKey of(long asn, int index) {
        return keys.computeIfAbsent(new Name(asn, index), this::make);
    }

    private LabKey make(Name name) {
        try {
            BigInteger secret = secret(name);
            ECPoint point =
                    new FixedPointCombMultiplier().multiply(P256.getG(), secret).normalize();
            Bytes encoded = Bytes.wrap(point.getEncoded(false));
            // The SKI is the SHA-1 of the BIT STRING's content (RFC 6487 section 4.8.2), not a hash of RFC 7093.
            Bytes ski = Bytes.wrap(MessageDigest.getInstance("SHA-1").digest(encoded.toArray()));
            return new LabKey(secret, new RouterKey(name.asn, ski, SPKI_START.concat(encoded)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a scalar in 1..n-1. */
    private BigInteger secret(Name name) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(seed.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] code = mac.doFinal((name.asn + "/" + name.index).getBytes(StandardCharsets.US_ASCII));
        return new BigInteger(1, code).mod(P256.getN().subtract(BigInteger.ONE)).add(BigInteger.ONE);
    }

    private static X9ECParameters curve() {
        return CustomNamedCurves.getByName("secp256r1");
    }
}
