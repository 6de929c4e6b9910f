// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.KeyLookup;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;

final class PathsCommandTest {
    private static final BatchVerifier VERIFIER =
            new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));
    private static final Pattern LINE =
            Pattern.compile("\\{\"id\":(\\d+),\"update\":\"([0-9a-f]+)\",\"target_as\":(\\d+),\"peer_as\":(\\d+)}");

    @TempDir
    Path folder;

    @Test
    void everyPathIsValidUnderTheWrittenKeys() throws Exception {
        Path paths = folder.resolve("paths.jsonl");
        Path keyFile = folder.resolve("keys.json");
        assertThat(run("paths", "--count", "1100", "--keys", "9", "-o", paths + "", "--keys-out", keyFile + ""))
                .isEmpty();
        List<RouterKey> keys = RpkiJsonReader.read(keyFile, null).objects().stream()
                .map(RouterKey.class::cast)
                .toList();
        assertThat(keys).hasSize(9);
        KeyLookup lookup = RpkiSnapshot.of(0, new Serial(0), keys)::routerKeys;
        List<String> lines = Files.readAllLines(paths);
        assertThat(lines).hasSize(1100);
        List<PathValidator.Path> read =
                lines.stream().map(PathsCommandTest::path).toList();
        assertThat(read.stream().map(path -> path.context().prefix()).distinct())
                .hasSize(1100);
        assertThat(PathValidator.validateAll(read, lookup, VERIFIER, true)).allSatisfy(result -> {
            assertThat(result.state()).isEqualTo(PathState.VALID);
            assertThat(result.segments()).hasSize(4);
        });
    }

    @Test
    void theSameSeedGivesTheSameBytes() throws Exception {
        for (String name : List.of("a", "b")) {
            run(
                    "paths",
                    "--count",
                    "20",
                    "-o",
                    folder.resolve(name) + "",
                    "--keys-out",
                    folder.resolve(name + "k") + "");
        }
        assertThat(folder.resolve("b")).hasSameBinaryContentAs(folder.resolve("a"));
        assertThat(folder.resolve("bk")).hasSameBinaryContentAs(folder.resolve("ak"));
    }

    @Test
    void reportsInvalidOptionsAndFiles() {
        String file = folder.resolve("x").toString();
        assertThat(run("paths", "--keys", "3", "-o", file, "--keys-out", file))
                .contains("paths of 4 hops need 4 to 1000000 keys, not 3");
        String missing = folder.resolve("no/such/folder").toString();
        assertThat(run("paths", "-o", missing, "--keys-out", missing)).contains("NoSuchFileException", missing);
    }

    private static PathValidator.Path path(String line) {
        Matcher members = LINE.matcher(line);
        assertThat(members.matches()).as(line).isTrue();
        Bytes bytes = Bytes.fromHex(members.group(2));
        if (!(BgpCodec.decode(bytes, BgpSessionOptions.DEFAULT) instanceof Decoded.Ok<BgpMessage>(Update update))) {
            throw new AssertionError("no UPDATE: " + line);
        }
        Nlri nlri = LabUpdates.announced(update).orElseThrow();
        OptionalLong target = OptionalLong.of(Long.parseLong(members.group(3)));
        return new PathValidator.Path(
                update.find(BgpsecPath.class).orElseThrow().value(),
                new PathContext(
                        target,
                        OptionalLong.of(Long.parseLong(members.group(4))),
                        target,
                        PathContext.PeerRelation.EXTERNAL,
                        false,
                        AfiSafi.IPV4_UNICAST,
                        nlri.prefix()));
    }

    /** Runs a command, and returns its standard error. */
    private static String run(String... arguments) {
        StringWriter err = new StringWriter();
        int code = LabCommand.commandLine().setErr(new PrintWriter(err, true)).execute(arguments);
        assertThat(code).as(err.toString()).isEqualTo(err.toString().isEmpty() ? 0 : 2);
        return err.toString();
    }
}
