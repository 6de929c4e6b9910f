// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PrivateKey;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.cms.CMSAttributes;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.CMSException;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.DefaultSignedAttributeTableGenerator;
import org.bouncycastle.cms.SignerInfoGeneratorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

/** Signs contents by the profile of RFC 6488. */
final class SignedObject {
    /** The signature algorithm of CMS in the RPKI (RFC 7935 section 2). Certificates name SHA-256 with RSA instead. */
    private static final AlgorithmIdentifier RSA_ENCRYPTION =
            new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);

    private SignedObject() {}

    /**
     * Returns a content as CMS in DER, with its end-entity certificate and one signature. The signed attributes are
     * the content type, the message digest and the signing time (RFC 6488 section 2.1.6.4 and RFC 9589).
     */
    static byte[] sign(ASN1ObjectIdentifier type, ASN1Encodable content, X509CertificateHolder signer, PrivateKey key) {
        try {
            CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
            generator.addSignerInfoGenerator(new SignerInfoGeneratorBuilder(
                            new JcaDigestCalculatorProviderBuilder().build(), _ -> RSA_ENCRYPTION)
                    .setSignedAttributeGenerator(parameters -> new DefaultSignedAttributeTableGenerator()
                            .getAttributes(parameters)
                            .remove(CMSAttributes.cmsAlgorithmProtect))
                    .build(
                            Keys.signer(key),
                            SubjectKeyIdentifier.fromExtensions(signer.getExtensions())
                                    .getKeyIdentifier()));
            generator.addCertificate(signer);
            byte[] bytes = content.toASN1Primitive().getEncoded(ASN1Encoding.DER);
            return generator
                    .generate(new CMSProcessableByteArray(type, bytes), true)
                    .toASN1Structure()
                    .getEncoded(ASN1Encoding.DER);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (CMSException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }
}
