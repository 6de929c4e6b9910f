// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.server.config.keys.AuthorizedKeysAuthenticator;
import org.apache.sshd.server.session.ServerSession;

/**
 * The host key and the users of RTR over SSH. Files with authorized keys are read again when they change; the host key
 * and the passwords are not.
 */
final class SshAccess {
    private final List<KeyPair> hostKeys;
    private final Map<String, byte[]> passwords = new HashMap<>();
    private final Map<String, AuthorizedKeysAuthenticator> keys = new HashMap<>();

    /**
     * Reads the files.
     *
     * @param where beginning of messages
     * @throws IllegalArgumentException if settings are missing or files cannot be used; the message names them
     */
    SshAccess(String where, RtrListenerSettings.Ssh settings) {
        if (settings.hostKey().isEmpty() || settings.users().isEmpty()) {
            throw new IllegalArgumentException(where + ": the transport ssh needs ssh.host-key and ssh.users");
        }
        try {
            hostKeys = keyPairs(Path.of(settings.hostKey()));
            for (RtrListenerSettings.SshUser user : settings.users()) {
                add(user);
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(where + ": ssh: " + e.getMessage(), e);
        }
    }

    private void add(RtrListenerSettings.SshUser user) throws IOException {
        String name = user.name();
        if (name.isEmpty() || user.password().isEmpty() && user.authorizedKeys().isEmpty()) {
            throw new IOException("each of ssh.users needs a name, and a password or authorized-keys: " + user);
        }
        if (passwords.containsKey(name) || keys.containsKey(name)) {
            throw new IOException("ssh.users has the user \"" + name + "\" twice");
        }
        if (!user.password().isEmpty()) {
            passwords.put(name, user.password().getBytes(StandardCharsets.UTF_8));
        }
        if (!user.authorizedKeys().isEmpty()) {
            Path file = Path.of(user.authorizedKeys());
            try {
                if (AuthorizedKeyEntry.readAuthorizedKeys(file).isEmpty()) {
                    throw new IOException("no key in it");
                }
            } catch (IOException | RuntimeException e) {
                throw new IOException(file + " has no readable public keys: " + e, e);
            }
            keys.put(name, new AuthorizedKeysAuthenticator(file));
        }
    }

    private static List<KeyPair> keyPairs(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            Iterable<KeyPair> pairs =
                    SecurityUtils.loadKeyPairIdentities(null, file::toString, in, FilePasswordProvider.EMPTY);
            List<KeyPair> found = new ArrayList<>();
            if (pairs != null) {
                pairs.forEach(found::add);
            }
            if (found.isEmpty()) {
                throw new IOException(file + " has no private key");
            }
            return found;
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw new IOException(file + " has no readable private key: " + e, e);
        }
    }

    List<KeyPair> hostKeys() {
        return hostKeys;
    }

    boolean hasPasswords() {
        return !passwords.isEmpty();
    }

    boolean hasKeys() {
        return !keys.isEmpty();
    }

    boolean acceptsPassword(String user, String password) {
        byte[] expected = passwords.get(user);
        return expected != null && MessageDigest.isEqual(expected, password.getBytes(StandardCharsets.UTF_8));
    }

    boolean acceptsKey(String user, PublicKey key, ServerSession session) {
        AuthorizedKeysAuthenticator authorized = keys.get(user);
        return authorized != null && authorized.authenticate(user, key, session);
    }
}
