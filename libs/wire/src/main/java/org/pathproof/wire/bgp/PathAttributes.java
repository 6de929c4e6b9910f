// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.pathproof.wire.bgp.PathAttribute.FLAG_OPTIONAL;
import static org.pathproof.wire.bgp.PathAttribute.FLAG_TRANSITIVE;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.ByteWriter;

/**
 * The table of path attributes. An attribute without a row becomes an {@link UnknownAttribute}. {@link FaultTable} has
 * the handling of malformed attributes.
 */
public final class PathAttributes {
    private static final int WELL_KNOWN = FLAG_TRANSITIVE;
    private static final int OPTIONAL = FLAG_OPTIONAL;
    private static final int OPTIONAL_TRANSITIVE = FLAG_OPTIONAL | FLAG_TRANSITIVE;

    private static final List<AttributeType<?>> TYPES = List.of(
            row(PathAttribute.ORIGIN, "ORIGIN", WELL_KNOWN, Origin.class, Origin::read, Origin::write),
            row(PathAttribute.AS_PATH, "AS_PATH", WELL_KNOWN, AsPath.class, AsPathCodec::read, AsPathCodec::write),
            row(PathAttribute.NEXT_HOP, "NEXT_HOP", WELL_KNOWN, NextHop.class, NextHop::read, NextHop::write),
            row(
                    PathAttribute.MULTI_EXIT_DISC,
                    "MULTI_EXIT_DISC",
                    OPTIONAL,
                    MultiExitDisc.class,
                    MultiExitDisc::read,
                    MultiExitDisc::write),
            row(PathAttribute.LOCAL_PREF, "LOCAL_PREF", WELL_KNOWN, LocalPref.class, LocalPref::read, LocalPref::write),
            row(
                    PathAttribute.ATOMIC_AGGREGATE,
                    "ATOMIC_AGGREGATE",
                    WELL_KNOWN,
                    AtomicAggregate.class,
                    AtomicAggregate::read,
                    AtomicAggregate::write),
            row(
                    PathAttribute.AGGREGATOR,
                    "AGGREGATOR",
                    OPTIONAL_TRANSITIVE,
                    Aggregator.class,
                    Aggregator::read,
                    Aggregator::write),
            row(
                    PathAttribute.COMMUNITIES,
                    "COMMUNITIES",
                    OPTIONAL_TRANSITIVE,
                    Communities.class,
                    Communities::read,
                    Communities::write),
            row(
                    PathAttribute.ORIGINATOR_ID,
                    "ORIGINATOR_ID",
                    OPTIONAL,
                    OriginatorId.class,
                    OriginatorId::read,
                    OriginatorId::write),
            row(
                    PathAttribute.CLUSTER_LIST,
                    "CLUSTER_LIST",
                    OPTIONAL,
                    ClusterList.class,
                    ClusterList::read,
                    ClusterList::write),
            row(PathAttribute.MP_REACH_NLRI, "MP_REACH_NLRI", OPTIONAL, MpReach.class, MpReach::read, MpReach::write),
            row(
                    PathAttribute.MP_UNREACH_NLRI,
                    "MP_UNREACH_NLRI",
                    OPTIONAL,
                    MpUnreach.class,
                    MpUnreach::read,
                    MpUnreach::write),
            row(
                    PathAttribute.EXTENDED_COMMUNITIES,
                    "EXTENDED COMMUNITIES",
                    OPTIONAL_TRANSITIVE,
                    ExtendedCommunities.class,
                    ExtendedCommunities::read,
                    ExtendedCommunities::write),
            row(PathAttribute.AS4_PATH, "AS4_PATH", OPTIONAL_TRANSITIVE, As4Path.class, As4Path::read, As4Path::write),
            row(
                    PathAttribute.AS4_AGGREGATOR,
                    "AS4_AGGREGATOR",
                    OPTIONAL_TRANSITIVE,
                    Aggregator.class,
                    Aggregator::readAs4,
                    Aggregator::write),
            row(
                    PathAttribute.LARGE_COMMUNITIES,
                    "LARGE_COMMUNITIES",
                    OPTIONAL_TRANSITIVE,
                    LargeCommunities.class,
                    LargeCommunities::read,
                    LargeCommunities::write),
            row(
                    PathAttribute.BGPSEC_PATH,
                    "BGPsec_PATH",
                    OPTIONAL,
                    BgpsecPath.class,
                    BgpsecPath::read,
                    BgpsecPath::write),
            row(
                    PathAttribute.ONLY_TO_CUSTOMER,
                    "OTC",
                    OPTIONAL_TRANSITIVE,
                    OnlyToCustomer.class,
                    OnlyToCustomer::read,
                    OnlyToCustomer::write));

    private static final @Nullable AttributeType<?>[] BY_CODE = byCode();

    private PathAttributes() {}

    /** Returns true if the attributes of a type code have a record of their own, not {@link UnknownAttribute}. */
    public static boolean hasDecoder(int typeCode) {
        return find(typeCode) != null;
    }

    /** Returns the row of a type code, or null. */
    static @Nullable AttributeType<?> find(int typeCode) {
        return BY_CODE[typeCode & 0xff];
    }

    /** Returns the name of a type code in its RFC, or "attribute N". */
    static String name(int typeCode) {
        AttributeType<?> type = find(typeCode);
        if (type != null) {
            return type.name();
        }
        AttributeForms.Form form = AttributeForms.find(typeCode);
        return form != null ? form.name() : "attribute " + typeCode;
    }

    /**
     * Appends a complete attribute: flags, type code, length, value. The Extended Length bit is set if the length needs
     * it.
     */
    public static void write(PathAttribute attribute, ByteWriter out, BgpSessionOptions options) {
        ByteWriter value = new ByteWriter(64);
        if (attribute instanceof UnknownAttribute unknown) {
            value.bytes(unknown.value());
        } else {
            AttributeType<?> type = find(attribute.typeCode());
            if (type == null) {
                throw new IllegalArgumentException("no attribute has type code " + attribute.typeCode());
            }
            type.write(attribute, value, options);
        }
        int length = value.length();
        if (length > 0xffff) {
            throw new IllegalArgumentException(name(attribute.typeCode()) + " of " + length + " bytes is too long");
        }
        int flags = length > 0xff ? attribute.flags() | PathAttribute.FLAG_EXTENDED_LENGTH : attribute.flags();
        out.u8(flags).u8(attribute.typeCode());
        if ((flags & PathAttribute.FLAG_EXTENDED_LENGTH) != 0) {
            out.u16(length);
        } else {
            out.u8(length);
        }
        out.bytes(value.toBytes());
    }

    private static @Nullable AttributeType<?>[] byCode() {
        @Nullable AttributeType<?>[] byCode = new AttributeType<?>[256];
        for (AttributeType<?> type : TYPES) {
            byCode[type.typeCode()] = type;
        }
        return byCode;
    }

    private static <A extends PathAttribute> AttributeType<A> row(
            int typeCode,
            String name,
            int flags,
            Class<A> kind,
            AttributeType.Reader<A> reader,
            AttributeType.Writer<A> writer) {
        return new AttributeType<>(typeCode, name, flags, kind, reader, writer);
    }
}
