// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;

/** Writes and reads the RPKI of a workload. Reading keys from a file is faster than creating them. */
final class RpkiFile {
    private static final int SKI = 20;
    private static final int SPKI = 91;

    private RpkiFile() {}

    static void write(Path file, Collection<RouterKey> keys, Collection<Vrp> vrps) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.writeInt(keys.size());
            for (RouterKey key : keys) {
                out.writeLong(key.asn());
                out.write(key.ski().toArray());
                out.write(key.spki().toArray());
            }
            out.writeInt(vrps.size());
            for (Vrp vrp : vrps) {
                out.writeByte(vrp.prefix().afi());
                out.writeLong(vrp.prefix().hi());
                out.writeLong(vrp.prefix().lo());
                out.writeByte(vrp.prefix().length());
                out.writeByte(vrp.maxLength());
                out.writeLong(vrp.asn());
            }
        }
    }

    /** Reads keys and VRPs. */
    static Contents read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            List<RouterKey> keys = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                long asn = in.readLong();
                Bytes ski = Bytes.wrap(in.readNBytes(SKI));
                keys.add(new RouterKey(asn, ski, Bytes.wrap(in.readNBytes(SPKI))));
            }
            List<Vrp> vrps = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                int afi = in.readUnsignedByte();
                Prefix prefix = new Prefix(afi, in.readLong(), in.readLong(), in.readUnsignedByte());
                vrps.add(new Vrp(prefix, in.readUnsignedByte(), in.readLong()));
            }
            return new Contents(List.copyOf(keys), List.copyOf(vrps));
        }
    }

    record Contents(List<RouterKey> keys, List<Vrp> vrps) {}
}
