// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.Programs;
import org.pathproof.wire.rpki.RouterKey;

/** Reads certificates that the program openssl issued, with an RSA key of the authority (RFC 7935). */
class OpenSslCertificatesTest {
    private static final String CONFIGURATION = """
            [req]
            distinguished_name = name
            prompt = no
            [name]
            CN = Laboratory
            [authority]
            basicConstraints = critical,CA:TRUE
            keyUsage = critical,keyCertSign,cRLSign
            subjectKeyIdentifier = hash
            sbgp-autonomousSysNum = critical,AS:64496-64511
            sbgp-ipAddrBlock = critical,IPv4:10.0.0.0/8,IPv6:2001:db8::/32
            [router]
            keyUsage = critical,digitalSignature
            extendedKeyUsage = 1.3.6.1.5.5.7.3.30
            subjectKeyIdentifier = hash
            authorityKeyIdentifier = keyid:always
            sbgp-autonomousSysNum = critical,AS:64500,AS:64505
            [ca]
            default_ca = lab
            [lab]
            database = index.txt
            default_md = sha256
            default_crl_days = 30
            crl_extensions = crl
            [crl]
            authorityKeyIdentifier = keyid:always
            """;

    @TempDir
    Path folder;

    private void runOpenSsl(String arguments) throws IOException, InterruptedException {
        List<String> command = List.of((Programs.require("openssl") + " " + arguments).split(" "));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private CertificateFile file(String name) throws IOException {
        return CertificateFile.decode(name, Files.readAllBytes(folder.resolve(name)));
    }

    @Test
    void acceptsARouterCertificateUntilItsRevocation() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("lab.cnf"), CONFIGURATION);
        Files.createFile(folder.resolve("index.txt"));
        runOpenSsl("req -x509 -newkey rsa:2048 -nodes -sha256 -days 30 -config lab.cnf -extensions authority"
                + " -keyout lab.key -out lab.pem");
        runOpenSsl("ecparam -name prime256v1 -genkey -noout -out router.key");
        runOpenSsl("req -new -key router.key -subj /CN=ROUTER-0000FBF4 -config lab.cnf -out router.csr");
        runOpenSsl("x509 -req -in router.csr -CA lab.pem -CAkey lab.key -set_serial 4660 -days 10 -sha256"
                + " -extfile lab.cnf -extensions router -outform DER -out router.cer");
        runOpenSsl("ca -gencrl -config lab.cnf -cert lab.pem -keyfile lab.key -out first.crl");
        RouterCertificates valid = new RouterCertificateValidator(
                        List.of(file("lab.pem")), List.of(file("router.cer"), file("first.crl")), true)
                .at(Instant.now());
        assertThat(valid.refusals()).isEmpty();
        assertThat(valid.routerKeys()).extracting(RouterKey::asn).containsExactly(64500L, 64505L);

        runOpenSsl("x509 -inform DER -in router.cer -out router.pem");
        runOpenSsl("ca -config lab.cnf -cert lab.pem -keyfile lab.key -revoke router.pem");
        runOpenSsl("ca -gencrl -config lab.cnf -cert lab.pem -keyfile lab.key -out second.crl");
        RouterCertificates revoked = new RouterCertificateValidator(
                        List.of(file("lab.pem")), List.of(file("router.cer"), file("second.crl")), true)
                .at(Instant.now());
        assertThat(revoked.accepted()).isEmpty();
        assertThat(revoked.refusals().toString()).contains("the certificate is revoked by the CRL of CN=Laboratory");
    }
}
