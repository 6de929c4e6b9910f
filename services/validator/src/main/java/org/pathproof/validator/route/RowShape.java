// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import org.pathproof.contracts.SessionId;
import org.pathproof.validator.store.RowLayout;
import org.pathproof.validator.store.RowParts;

/**
 * Divides rows of the short form, so that copies of a route at other sessions share their bytes in the state store. The
 * bytes in the changelog are those of {@link ShortForm}. Rows of the long form are not divided. The parts are:
 *
 * <pre>
 *  session part      flags, epochs, facts, target AS; next hop with its byte of length and flags, unless APART.
 *  own part          time of receipt.
 *  path part         flags without PUBLISHED_BEFORE, key numbers, more flags;
 *                    attribute hash, ASPA, AS path, origin AS, pCount and flags of the hops, keys of the hops.
 *  attributes part   next hop if APART, communities, path attributes.
 * </pre>
 */
final class RowShape implements RowLayout {
    // flags of the session part
    private static final int PUBLISHED_BEFORE = 1;
    private static final int APART = 2;
    private static final int ASPA = 4; // the path is verified by ASPA

    private static final int EPOCHS_AT = 1;

    /** The divided row: indexes of its fields. Fields follow each other in this order. */
    private int headEnd; // flags, key numbers, more flags

    private int epochsEnd;
    private int receivedEnd;
    private int factsEnd;
    private int hashEnd;
    private int targetEnd;
    private int nextHopEnd;
    private int aspaEnd;
    private int communitiesEnd;
    private int pathEnd;

    @Override
    public int prefixLength(byte[] key) {
        if (key.length < HEAD + SessionId.LENGTH || key[0] == 0) {
            return -1;
        }
        return HEAD + ((key[2] & 0xff) + 7) / 8;
    }

    @Override
    public boolean split(byte[] value, boolean apart, RowParts parts) {
        if (!RowFlags.isShort(value)) {
            return false;
        }
        try {
            return find(value) && copy(value, apart, parts);
        } catch (IndexOutOfBoundsException e) {
            return false; // the row is damaged
        }
    }

    private boolean find(byte[] value) {
        int flags = value[0];
        long hops = RowReader.varint(value, 1);
        if (hops < 0 || hops > value.length) {
            return false;
        }
        int at = RowReader.afterVarint(value, 1);
        for (long left = hops; left > 0; left--) {
            at = RowReader.afterVarint(value, at);
        }
        int more = value[at++];
        headEnd = at;
        at = RowReader.afterVarint(value, at);
        epochsEnd = (flags & ShortForm.PUBLISHED_BEFORE) != 0 ? RowReader.afterVarint(value, at) : at;
        receivedEnd = epochsEnd + ShortForm.RECEIVED_BITS / 8;
        factsEnd = receivedEnd + ShortForm.FACTS;
        hashEnd = factsEnd + ((more & ShortForm.ATTRIBUTE) != 0 ? ShortForm.ATTRIBUTE_HASH : 0);
        targetEnd = (more & ShortForm.TARGET) != 0 ? RowReader.afterVarint(value, hashEnd) : hashEnd;
        int nextHop = value[targetEnd];
        nextHopEnd = targetEnd + 1 + (nextHop & ShortForm.NEXT_HOP_LENGTH);
        aspaEnd = nextHopEnd + ((nextHop & ShortForm.ASPA) != 0 ? 1 : 0);
        communitiesEnd = afterCommunities(value, aspaEnd, value.length);
        return communitiesEnd >= 0 && findPathEnd(value, flags, more, (int) hops);
    }

    /** Returns the index behind the communities that begin at an index; -1 if they exceed the end. */
    private static int afterCommunities(byte[] bytes, int from, int end) {
        long count = RowReader.varint(bytes, from);
        int first = RowReader.afterVarint(bytes, from);
        return count < 0 || count > (end - first) / Integer.BYTES ? -1 : first + Integer.BYTES * (int) count;
    }

    private boolean findPathEnd(byte[] value, int flags, int more, int hops) {
        int at = communitiesEnd;
        if ((flags & ShortForm.PATH_OF_HOPS) == 0) {
            long ases = RowReader.varint(value, at);
            if (ases < 0 || ases > value.length) {
                return false;
            }
            at = RowReader.afterVarint(value, at);
            for (long left = ases; left > 0; left--) {
                at = RowReader.afterVarint(value, at);
            }
        }
        if ((more & ShortForm.ORIGIN_AS) != 0) {
            at = RowReader.afterVarint(value, at);
        }
        at += (flags & ShortForm.PLAIN_HOPS) != 0 ? 0 : 2 * hops;
        at += ShortForm.hasResults((byte) flags) ? hops : 0;
        pathEnd = at;
        return at <= value.length;
    }

    private boolean copy(byte[] value, boolean apart, RowParts parts) {
        boolean before = (value[0] & ShortForm.PUBLISHED_BEFORE) != 0;
        RowParts.Part session = parts.session();
        session.append((before ? PUBLISHED_BEFORE : 0) | (apart ? APART : 0) | (aspaEnd > nextHopEnd ? ASPA : 0));
        session.append(value, headEnd, epochsEnd - headEnd);
        session.append(value, receivedEnd, factsEnd - receivedEnd);
        session.append(value, hashEnd, targetEnd - hashEnd);
        (apart ? parts.attributes() : session).append(value, targetEnd, nextHopEnd - targetEnd);
        parts.setOwn(received(value, epochsEnd));
        RowParts.Part path = parts.path();
        path.append(value[0] & ~ShortForm.PUBLISHED_BEFORE);
        path.append(value, 1, headEnd - 1);
        path.append(value, factsEnd, hashEnd - factsEnd);
        path.append(value, nextHopEnd, aspaEnd - nextHopEnd);
        path.append(value, communitiesEnd, pathEnd - communitiesEnd);
        parts.attributes().append(value, aspaEnd, communitiesEnd - aspaEnd);
        parts.attributes().append(value, pathEnd, value.length - pathEnd);
        return true;
    }

    private static long received(byte[] bytes, int at) {
        long number = 0;
        for (int i = 0; i < ShortForm.RECEIVED_BITS / 8; i++) {
            number = number << 8 | bytes[at + i] & 0xff;
        }
        return number;
    }

    @Override
    public byte[] join(RowParts parts) {
        RowParts.Part session = parts.session();
        RowParts.Part path = parts.path();
        RowParts.Part attributes = parts.attributes();
        int flags = session.bytes()[session.at()];
        int received = ShortForm.RECEIVED_BITS / 8;
        Joined out = new Joined(session.length() - 1 + received + path.length() + attributes.length());

        int hashAt = ShortForm.afterHead(path.bytes(), path.at());
        int more = path.bytes()[hashAt - 1];
        out.copy(path.bytes(), path.at(), hashAt);
        if ((flags & PUBLISHED_BEFORE) != 0) {
            out.bytes[0] |= (byte) ShortForm.PUBLISHED_BEFORE;
        }
        int epochsAt = session.at() + EPOCHS_AT;
        int factsAt = RowReader.afterVarint(session.bytes(), epochsAt);
        if ((flags & PUBLISHED_BEFORE) != 0) {
            factsAt = RowReader.afterVarint(session.bytes(), factsAt);
        }
        out.copy(session.bytes(), epochsAt, factsAt);
        for (int shift = ShortForm.RECEIVED_BITS - 8; shift >= 0; shift -= 8) {
            out.bytes[out.length++] = (byte) (parts.own() >>> shift);
        }
        int targetAt = factsAt + ShortForm.FACTS;
        out.copy(session.bytes(), factsAt, targetAt);
        int aspaAt = hashAt + ((more & ShortForm.ATTRIBUTE) != 0 ? ShortForm.ATTRIBUTE_HASH : 0);
        out.copy(path.bytes(), hashAt, aspaAt);
        out.copy(session.bytes(), targetAt, session.at() + session.length());
        int communitiesAt = attributes.at();
        if ((flags & APART) != 0) {
            communitiesAt += 1 + (attributes.bytes()[attributes.at()] & ShortForm.NEXT_HOP_LENGTH);
            out.copy(attributes.bytes(), attributes.at(), communitiesAt);
        }
        int asPathAt = aspaAt + ((flags & ASPA) != 0 ? 1 : 0);
        out.copy(path.bytes(), aspaAt, asPathAt);
        int attributesEnd = attributes.at() + attributes.length();
        int restAt = afterCommunities(attributes.bytes(), communitiesAt, attributesEnd);
        out.copy(attributes.bytes(), communitiesAt, restAt);
        out.copy(path.bytes(), asPathAt, path.at() + path.length());
        out.copy(attributes.bytes(), restAt, attributesEnd);
        return out.bytes;
    }

    /** A value whose fields are appended. */
    private static final class Joined {
        private final byte[] bytes;
        private int length;

        Joined(int length) {
            bytes = new byte[length];
        }

        void copy(byte[] from, int at, int end) {
            System.arraycopy(from, at, bytes, length, end - at);
            length += end - at;
        }
    }

    /** Returns the epoch in a session part, the newest one in which its routes were announced. */
    static long epoch(byte[] sessionPart) {
        return RowReader.varint(sessionPart, EPOCHS_AT);
    }

    /** Returns the epoch in a session part in which the verdicts of its routes were published. */
    static long publishedEpoch(byte[] sessionPart) {
        return (sessionPart[0] & PUBLISHED_BEFORE) == 0
                ? epoch(sessionPart)
                : RowReader.varint(sessionPart, RowReader.afterVarint(sessionPart, EPOCHS_AT));
    }

    /** Returns the index of the facts in a session part; the target AS follows if it is known. */
    static int factsAt(byte[] sessionPart) {
        int at = RowReader.afterVarint(sessionPart, EPOCHS_AT);
        return (sessionPart[0] & PUBLISHED_BEFORE) == 0 ? at : RowReader.afterVarint(sessionPart, at);
    }

    /** Returns true if the paths of rows with a session part are verified by ASPA. */
    static boolean isVerifiedByAspa(byte[] sessionPart) {
        return (sessionPart[0] & ASPA) != 0;
    }
}
