// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes sets as files that the programs read. A file is replaced at once, so that no program reads a part. */
final class RpkiFiles {
    private static final JsonMapper JSON = JsonMapper.shared();

    private RpkiFiles() {}

    /** Writes the JSON of rpki-client, with ASPAs in its form before and since version 8.5. */
    static Path rpkiClient(Path file, Collection<RpkiObject> objects) {
        ObjectNode root = document(objects, RpkiJsonWriter.Form.RPKI_CLIENT);
        ObjectNode byFamily = root.putObject("provider_authorizations");
        for (String family : new String[] {"ipv4", "ipv6"}) {
            byFamily.set(family, root.withArray("aspas").deepCopy());
        }
        return write(file, root);
    }

    /** Writes the JSON of Routinator. */
    static Path routinator(Path file, Collection<RpkiObject> objects) {
        return write(file, document(objects, RpkiJsonWriter.Form.ROUTINATOR));
    }

    private static ObjectNode document(Collection<RpkiObject> objects, RpkiJsonWriter.Form form) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        RpkiJsonWriter.write(RpkiSnapshot.of(1, new Serial(1), objects), Instant.now(), form, json);
        return (ObjectNode) JSON.readTree(json.toByteArray());
    }

    /** Writes a SLURM file that asserts router keys (RFC 8416 section 3.4.2). */
    static Path slurm(Path file, Collection<RouterKey> keys) {
        ObjectNode root = JSON.createObjectNode().put("slurmVersion", 1);
        ObjectNode filters = root.putObject("validationOutputFilters");
        filters.putArray("prefixFilters");
        filters.putArray("bgpsecFilters");
        ObjectNode assertions = root.putObject("locallyAddedAssertions");
        assertions.putArray("prefixAssertions");
        ArrayNode asserted = assertions.putArray("bgpsecAssertions");
        for (RouterKey key : keys) {
            asserted.addObject()
                    .put("asn", key.asn())
                    .put("SKI", base64(key.ski()))
                    .put("routerPublicKey", base64(key.spki()));
        }
        return write(file, root);
    }

    private static String base64(Bytes bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toArray());
    }

    private static Path write(Path file, ObjectNode content) {
        return text(file, JSON.writeValueAsString(content));
    }

    /** Writes a text. */
    static Path text(Path file, String content) {
        try {
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, content);
            return Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
