// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.pathproof.interop.repository.Resources.AsRange;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * The files of a trust anchor and of one authority below it, which has the number resources of documentation and
 * private use. A publication is a folder of its own; the link {@code current} is replaced at once, so that no validator
 * sees a part of it. Not thread-safe.
 */
public final class SignedRepository {
    private static final String ANCHOR = "anchor";

    private static final Resources ALL = Resources.of(
            List.of(Prefix.parse("0.0.0.0/0"), Prefix.parse("::/0")), List.of(new AsRange(0, 0xFFFF_FFFFL)));

    /** Resources of RFC 5737, RFC 1918, RFC 3849, RFC 5398 and RFC 6996. */
    private static final Resources MEMBER = Resources.of(
            List.of(
                    Prefix.parse("10.0.0.0/8"),
                    Prefix.parse("192.0.2.0/24"),
                    Prefix.parse("198.51.100.0/24"),
                    Prefix.parse("203.0.113.0/24"),
                    Prefix.parse("2001:db8::/32")),
            List.of(new AsRange(64_496, 64_511), new AsRange(4_200_000_000L, 4_294_967_294L)));

    private final Path folder;
    private final Authority anchor;
    private final Authority member;
    private final Map<String, PublishedFile> anchorFiles;
    private final PublishedFile anchorCertificate;
    private final PublicationPoint memberFiles;
    private Instant lastTime = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private int lastPublication;

    /**
     * Creates the authorities.
     *
     * @param folder folder for the files
     * @param uri URI of the files, which ends with a slash
     */
    public SignedRepository(Path folder, String uri, AspaProfile aspaProfile) {
        this.folder = folder;
        Validity validity = Validity.issuedAt(lastTime);
        anchor = new Authority(ANCHOR, uri, validity, ALL);
        member = new Authority("member", uri, anchor, validity, MEMBER);
        anchorCertificate = new PublishedFile(Bytes.wrap(anchor.certificate()), lastTime);
        PublicationPoint point = new PublicationPoint(anchor, aspaProfile);
        point.add(member, lastTime);
        anchorFiles = point.publish(List.of(), lastTime);
        memberFiles = new PublicationPoint(member, aspaProfile);
    }

    /** Writes the trust anchor locator (RFC 8630 section 2), and returns its file. */
    public Path writeLocator(Path parent) throws IOException {
        String key = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encodedKey());
        return Files.writeString(
                Files.createDirectories(parent).resolve(ANCHOR + ".tal"),
                anchor.certificateUri() + "\n\n" + key + "\n");
    }

    private byte[] encodedKey() throws IOException {
        return anchor.publicKey().getEncoded();
    }

    /** Returns the folder of the newest publication: a link. */
    public Path current() {
        return folder.resolve("current");
    }

    /** Publishes these objects in place of those before, with another manifest and another CRL. */
    public void publish(Collection<RpkiObject> objects) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant next = lastTime.plusSeconds(1);
        lastTime = now.isAfter(next) ? now : next;
        lastPublication++;
        try {
            Path publication = Files.createDirectories(folder.resolve("publication-" + lastPublication));
            anchorCertificate.writeTo(publication.resolve(ANCHOR + ".cer"));
            write(publication.resolve(anchor.name()), anchorFiles);
            write(publication.resolve(member.name()), memberFiles.publish(objects, lastTime));
            Path link = Files.createSymbolicLink(folder.resolve("next"), publication.getFileName());
            Files.move(link, current(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path parent, Map<String, PublishedFile> files) throws IOException {
        for (Map.Entry<String, PublishedFile> file : files.entrySet()) {
            file.getValue().writeTo(parent.resolve(file.getKey()));
        }
    }
}
