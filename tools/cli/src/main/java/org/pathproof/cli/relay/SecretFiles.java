// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.relay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;

/** Reads passwords and keys from files, because options of a process are visible to all users. */
final class SecretFiles {
    private SecretFiles() {}

    static TcpProtection protection(@Nullable Path md5, @Nullable Path ao, int hops) throws IOException {
        String password = md5 == null ? "" : password(md5);
        TcpAoKeys keys = TcpAoKeys.of("relay", List.of(), ao == null ? "" : ao.toString());
        boolean signs = !password.isEmpty() || !keys.current().isEmpty();
        return new TcpProtection(signs ? TcpOptions.allAddresses() : List.of(), password, keys, hops);
    }

    private static String password(Path file) throws IOException {
        String password =
                Files.readAllLines(file).stream().findFirst().orElse("").strip();
        if (password.isEmpty()) {
            throw new IllegalArgumentException(file + ": no password in the first line");
        }
        return password;
    }
}
