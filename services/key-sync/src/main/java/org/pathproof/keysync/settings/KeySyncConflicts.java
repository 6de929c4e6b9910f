// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.settings;

import java.util.Locale;
import org.pathproof.settings.SettingConflicts;

/** The settings of key-sync that depend on each other. */
public final class KeySyncConflicts {
    private static final String PREFIX = "pathproof.key-sync.";

    private KeySyncConflicts() {}

    /** Returns the settings that contradict each other. */
    public static SettingConflicts of(KeySyncSettings settings, CertificateSettings certificates) {
        SettingConflicts conflicts = new SettingConflicts();
        conflicts.add(
                settings.tls() && settings.caches().isEmpty(),
                PREFIX + "tls is true, but " + PREFIX
                        + "caches is empty, so that no connection uses it: set transport: tls of"
                        + " each source, or name the caches in caches");
        settings.sources().forEach(source -> add(source, conflicts));
        conflicts.add(
                !certificates.isUsed() && !certificates.crls().isEmpty(),
                PREFIX
                        + "certificates.crls is set, but certificates.paths and certificates.trust-anchors are not, so that no"
                        + " certificate is read: set both");
        conflicts.add(
                certificates.crlRequired() && certificates.crls().isEmpty(),
                PREFIX
                        + "certificates.crl-required is true, but certificates.crls is empty, so that every certificate is"
                        + " refused: set certificates.crls");
        return conflicts;
    }

    private static void add(SourceSettings source, SettingConflicts conflicts) {
        String where = SourceSettings.PREFIX + ": source " + source.name() + ": ";
        String transport = source.transport().name().toLowerCase(Locale.ROOT);
        boolean cache = !source.cache().isEmpty();
        boolean tls = !source.tls().equals(SourceSettings.Tls.NONE);
        boolean usesTls = source.transport() == SourceSettings.Transport.TLS
                || source.transport() == SourceSettings.Transport.QUIC;
        conflicts.add(
                cache && tls && !usesTls,
                where + "tls has files or a name, but transport is " + transport
                        + ", so that the connection is not protected by TLS: set transport to tls or quic, or remove tls");
        conflicts.add(!source.file().isEmpty() && tls, where + "tls is set, but a file has no connection: remove tls");
        conflicts.add(
                !source.ssh().equals(SourceSettings.Ssh.NONE) && source.transport() != SourceSettings.Transport.SSH,
                where + "ssh is set, but transport is " + transport
                        + ", so that the connection is not protected by SSH: set transport to ssh, or remove ssh");
        conflicts.add(
                !cache && source.transport() != SourceSettings.Transport.TCP,
                where + "transport is " + transport + ", but only a cache has a transport: remove transport");
    }
}
