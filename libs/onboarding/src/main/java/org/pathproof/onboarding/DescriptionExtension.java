// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The extension of a certificate (RFC 5280 section 4.2) that has a description. The extension is not critical, so that
 * other programs accept the certificate. Its value is one element of DER: a UTF8String with the JSON, or an element
 * with the context-specific tag 0 and the JSON that {@link SealingKeys} sealed. docs/reference/router-description.md
 * has the syntax.
 */
public final class DescriptionExtension {
    /** Object identifier of the extension: a random UUID in the arc of ITU-T X.667. */
    public static final String OID = "2.25.74158968415424309026121889443932808098";

    private static final int UTF8_STRING = 0x0c;
    private static final int SEALED = 0x80;
    private static final int OCTET_STRING = 0x04;
    /** Maximum bytes of tag and length of a value with at most 64 KiB. */
    private static final int MAX_HEADER = 4;

    private static final int MAX_VALUE = DescriptionJson.MAX_BYTES + SealingKeys.OVERHEAD + MAX_HEADER;

    private DescriptionExtension() {}

    /**
     * Reads the description of a certificate whose signature is verified.
     *
     * @return empty if the certificate has no description
     */
    public static Optional<Reading> of(X509Certificate certificate, SealingKeys keys) {
        byte[] wrapped = certificate.getExtensionValue(OID);
        if (wrapped == null) {
            return Optional.empty();
        }
        byte[] value = content(wrapped, OCTET_STRING, MAX_VALUE + MAX_HEADER);
        return Optional.of(
                value == null
                        ? new Reading.Refused(size(wrapped))
                        : decode(value, keys, certificate.getPublicKey().getEncoded()));
    }

    /**
     * Decodes the value of the extension. Accepts any bytes.
     *
     * @param publicKey public key of the certificate, as SubjectPublicKeyInfo
     */
    public static Reading decode(byte[] value, SealingKeys keys, byte[] publicKey) {
        byte[] plain = content(value, UTF8_STRING, MAX_VALUE);
        if (plain != null) {
            return DescriptionJson.read(plain);
        }
        byte[] sealed = content(value, SEALED, MAX_VALUE);
        if (sealed == null) {
            return new Reading.Refused(size(value));
        }
        if (keys.isEmpty()) {
            return new Reading.Refused("the description is sealed, and no sealing key is configured");
        }
        return keys.open(sealed, publicKey)
                .map(DescriptionJson::read)
                .orElseGet(() -> new Reading.Refused("no sealing key opens the description"));
    }

    private static String size(byte[] value) {
        return value.length > MAX_VALUE
                ? "the extension has " + value.length + " bytes, more than " + MAX_VALUE
                : "the extension is neither a UTF8String nor a sealed description in DER";
    }

    /** Returns the value of the extension with a readable description; throws as {@link #json} does. */
    public static byte[] plain(RouterDescription description) {
        return element(UTF8_STRING, json(description));
    }

    /**
     * Returns the value of the extension with a sealed description; throws as {@link #json} does.
     *
     * @param publicKey public key of the certificate, as SubjectPublicKeyInfo
     */
    public static byte[] sealed(RouterDescription description, SealingKeys keys, byte[] publicKey) {
        return element(SEALED, keys.seal(json(description), publicKey));
    }

    /** Returns the JSON; throws IllegalArgumentException if the description is too large. */
    private static byte[] json(RouterDescription description) {
        byte[] json = DescriptionJson.write(description);
        if (json.length > DescriptionJson.MAX_BYTES) {
            throw new IllegalArgumentException("the description of " + description.name() + " has " + json.length
                    + " bytes, more than " + DescriptionJson.MAX_BYTES);
        }
        return json;
    }

    private static byte[] element(int tag, byte[] content) {
        ByteBuffer der = ByteBuffer.allocate(MAX_HEADER + content.length).put((byte) tag);
        if (content.length < 0x80) {
            der.put((byte) content.length);
        } else if (content.length < 0x100) {
            der.put((byte) 0x81).put((byte) content.length);
        } else {
            der.put((byte) 0x82).putShort((short) content.length);
        }
        der.put(content);
        return Arrays.copyOf(der.array(), der.position());
    }

    /** Returns the content of an element that fills {@code der}; null if it has another tag, length or form. */
    private static byte @Nullable [] content(byte[] der, int tag, int maxBytes) {
        if (der.length < 2 || der.length > maxBytes || (der[0] & 0xff) != tag) {
            return null;
        }
        int first = der[1] & 0xff;
        int header = first < 0x80 ? 2 : 2 + (first & 0x7f);
        if (header > MAX_HEADER || header > der.length || first == 0x80) {
            return null;
        }
        int length = first < 0x80 ? first : 0;
        for (int i = 2; i < header; i++) {
            length = length << 8 | der[i] & 0xff;
        }
        boolean shortest = header == 2 || length >= (header == 3 ? 0x80 : 0x100);
        return shortest && header + length == der.length ? Arrays.copyOfRange(der, header, der.length) : null;
    }
}
