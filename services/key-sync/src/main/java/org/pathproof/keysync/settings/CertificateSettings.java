// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of router certificates (RFC 8209) from files.
 *
 * @param paths Files and folders with certificates of routers and intermediate authorities, and CRLs, as PEM or DER.
 *     Their router keys are added to those of the caches. Folders are read without subfolders. Empty: none.
 * @param trustAnchors Files and folders with the certificates of trust anchors.
 * @param crls Further files and folders with CRLs.
 * @param crlRequired Requires a current CRL of each issuer. If false, a CRL has effect if there is one.
 * @param warnBefore Time before the expiry of a router certificate in which log, health and metrics report it.
 */
@ConfigurationProperties("pathproof.key-sync.certificates")
public record CertificateSettings(
        @DefaultValue List<String> paths,
        @DefaultValue List<String> trustAnchors,
        @DefaultValue List<String> crls,
        @DefaultValue("false") boolean crlRequired,
        @DefaultValue("14d") Duration warnBefore) {
    public static final CertificateSettings NONE =
            new CertificateSettings(List.of(), List.of(), List.of(), false, Duration.ofDays(14));

    private static final String PREFIX = "pathproof.key-sync.certificates";

    public CertificateSettings {
        paths = given(paths);
        trustAnchors = given(trustAnchors);
        crls = given(crls);
        if (paths.isEmpty() != trustAnchors.isEmpty()) {
            throw new IllegalArgumentException(PREFIX + ": " + (paths.isEmpty() ? "paths" : "trust-anchors")
                    + " is missing: certificates are used only below a configured trust anchor");
        }
        if (warnBefore.isNegative()) {
            throw new IllegalArgumentException(PREFIX + ".warn-before: " + warnBefore + " is negative");
        }
    }

    private static List<String> given(List<String> values) {
        return values.stream().map(String::strip).filter(v -> !v.isEmpty()).toList();
    }

    /** Returns true if certificates are configured. */
    public boolean isUsed() {
        return !paths.isEmpty();
    }

    /** Returns the files and folders of certificates and CRLs. */
    public List<Path> contentPaths() {
        return Stream.concat(paths.stream(), crls.stream()).map(Path::of).toList();
    }

    /** Returns the files of trust anchors. */
    public List<Path> anchorPaths() {
        return trustAnchors.stream().map(Path::of).toList();
    }
}
