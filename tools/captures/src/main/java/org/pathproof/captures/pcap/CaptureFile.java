// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.io.IOException;
import java.io.InputStream;
import org.pathproof.wire.Bytes;

/** Selects the reader of a capture file by its first bytes. */
public final class CaptureFile {
    private CaptureFile() {}

    /** Returns true when a file that starts with these bytes is a capture. Four bytes are enough. */
    public static boolean recognises(Bytes start) {
        return start.length() >= 4 && (ClassicPcapReader.hasMagic(start) || PcapngReader.hasSectionHeader(start));
    }

    /** Creates a reader for a file, from its first byte. The caller closes the stream. */
    public static CaptureReader open(InputStream in) throws IOException {
        Bytes magic = Bytes.wrap(in.readNBytes(4));
        return magic.length() == 4 && PcapngReader.hasSectionHeader(magic)
                ? new PcapngReader(in, magic)
                : new ClassicPcapReader(in, magic);
    }
}
