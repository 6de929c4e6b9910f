// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.List;
import java.util.Optional;
import org.pathproof.captures.mrt.MrtRecord;
import org.pathproof.captures.mrt.PeerIndexTable;
import org.pathproof.captures.mrt.Rib;
import org.pathproof.captures.mrt.TableDump;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;

/**
 * An MRT record with its context.
 *
 * @param peers preceding peer index table
 * @param bgp BGP message in the record
 */
public record MrtRecordInContext(MrtRecord record, Optional<PeerIndexTable> peers, Optional<Decoded<BgpMessage>> bgp) {
    /** Returns the errors in the attributes of a table dump's entries. */
    List<WireError> damagedAttributes() {
        return switch (record) {
            case Rib rib ->
                rib.entries().stream()
                        .flatMap(entry -> entry.attributes().errors().stream())
                        .toList();
            case TableDump dump -> dump.attributes().errors();
            default -> List.of();
        };
    }
}
