// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.harness.ChildProcess;

/**
 * Certificates for TLS and keys for SSH, as files of a folder.
 *
 * @param trust certificate of the authority
 * @param certificate certificate of the cache for 127.0.0.1
 * @param key private key of the certificate
 * @param hostKey private SSH key of the cache
 * @param userKey private SSH key of the user {@value #USER}
 */
record Credentials(Path trust, Path certificate, Path key, Path hostKey, Path userKey) {
    static final String USER = "router";

    /** Creates all files. OpenSSL makes the certificates, because rustls reads its form of private keys. */
    static Credentials in(Path folder) {
        String authority = folder.resolve("authority").toString();
        createCertificate(authority, List.of("-subj", "/CN=authority"));
        String cache = folder.resolve("cache").toString();
        createCertificate(
                cache,
                List.of(
                        "-CA",
                        authority + ".pem",
                        "-CAkey",
                        authority + ".key",
                        "-subj",
                        "/CN=cache",
                        "-addext",
                        "subjectAltName=IP:127.0.0.1,DNS:localhost"));
        return new Credentials(
                Path.of(authority + ".pem"),
                Path.of(cache + ".pem"),
                Path.of(cache + ".key"),
                sshKey(folder.resolve("host")),
                sshKey(folder.resolve("user")));
    }

    /** Makes NAME.pem and NAME.key. */
    private static void createCertificate(String name, List<String> more) {
        List<String> command = new ArrayList<>(
                List.of("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"));
        command.addAll(List.of("-days", "2", "-keyout", name + ".key", "-out", name + ".pem"));
        command.addAll(more);
        run(command.toArray(String[]::new));
    }

    private static Path sshKey(Path file) {
        run("ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-m", "PEM", "-f", file.toString());
        return file;
    }

    private static void run(String... command) {
        ChildProcess.Outcome made = ChildProcess.run(command);
        if (made.exitCode() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + made.output());
        }
    }

    /** Returns the file with the public key of a private SSH key. */
    static Path publicKey(Path key) {
        return key.resolveSibling(key.getFileName() + ".pub");
    }

    /** Returns the public host key in one line. */
    String hostKeyLine() throws IOException {
        return Files.readString(publicKey(hostKey)).strip();
    }
}
