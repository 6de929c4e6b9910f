// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the names of a router from its certificate: the dNSNames of subjectAltName (RFC 5280 section 4.2.1.6) in their
 * order, then the common name of the subject. Many device certificates have a common name only.
 */
final class CertificateNames {
    private static final Logger log = LoggerFactory.getLogger(CertificateNames.class);
    private static final int DNS_NAME = 2;
    /** Maximum number of names; further ones are left out. */
    private static final int MAX_NAMES = 100;

    private CertificateNames() {}

    static List<String> of(X509Certificate certificate) {
        Set<String> names = new LinkedHashSet<>();
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            if (alternatives != null) {
                for (List<?> alternative : alternatives) {
                    if (alternative.getFirst() instanceof Integer kind
                            && kind == DNS_NAME
                            && alternative.get(1) instanceof String name) {
                        add(names, name);
                    }
                }
            }
            for (Rdn rdn : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (rdn.getType().equalsIgnoreCase("CN") && rdn.getValue() instanceof String name) {
                    add(names, name);
                }
            }
        } catch (CertificateParsingException | InvalidNameException e) {
            log.warn(
                    getMarker("certificate-names-unreadable"),
                    "unreadable names in certificate: subject={} error={}",
                    NetworkText.description(
                            certificate.getSubjectX500Principal().toString()),
                    NetworkText.description(String.valueOf(e.getMessage())));
        }
        return List.copyOf(names);
    }

    /** Adds a name. A name that must be cut or escaped is left out, because it matches no rule. */
    private static void add(Set<String> names, String name) {
        if (names.size() < MAX_NAMES && NetworkText.name(name).equals(name)) {
            names.add(name);
        }
    }
}
