// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.util.Arrays;

/**
 * A layout of rows for tests. The third byte of a key determines the length of the prefix part. A value is divided if
 * its first byte is not negative:
 *
 * <pre>
 *  1     1         7     1                2 each, rest
 *  any   session   own   length of path   path, attributes
 * </pre>
 */
final class TestLayout implements RowLayout {
    private static final int OWN = 2;
    private static final int PATH_LENGTH = 9;
    private static final int PATH = 10;

    @Override
    public int prefixLength(byte[] key) {
        return key.length < HEAD || key[0] == 0 ? -1 : HEAD + (key[2] & 3);
    }

    @Override
    public boolean split(byte[] value, boolean apart, RowParts parts) {
        if (value.length < PATH || value[0] < 0 || value[PATH_LENGTH] < 0 || PATH + value[PATH_LENGTH] > value.length) {
            return false;
        }
        parts.session().append(apart ? 1 : 0);
        (apart ? parts.attributes() : parts.session()).append(value[1]);
        long own = 0;
        for (int i = OWN; i < PATH_LENGTH; i++) {
            own = own << 8 | value[i] & 0xff;
        }
        parts.setOwn(own);
        int pathEnd = PATH + value[PATH_LENGTH];
        parts.path().append(value[0]);
        parts.path().append(value, PATH, pathEnd - PATH);
        parts.attributes().append(value, pathEnd, value.length - pathEnd);
        return true;
    }

    @Override
    public byte[] join(RowParts parts) {
        RowParts.Part session = parts.session();
        RowParts.Part path = parts.path();
        RowParts.Part attributes = parts.attributes();
        boolean apart = session.bytes()[session.at()] == 1;
        byte[] value = new byte[PATH + path.length() - 1 + attributes.length() - (apart ? 1 : 0)];
        value[0] = path.bytes()[path.at()];
        value[1] = apart ? attributes.bytes()[attributes.at()] : session.bytes()[session.at() + 1];
        for (int i = OWN; i < PATH_LENGTH; i++) {
            value[i] = (byte) (parts.own() >>> 8 * (PATH_LENGTH - 1 - i));
        }
        int pathEnd = PATH + path.length() - 1;
        value[PATH_LENGTH] = (byte) (path.length() - 1);
        System.arraycopy(path.bytes(), path.at() + 1, value, PATH, path.length() - 1);
        int rest = attributes.at() + (apart ? 1 : 0);
        byte[] of = Arrays.copyOfRange(attributes.bytes(), rest, attributes.at() + attributes.length());
        System.arraycopy(of, 0, value, pathEnd, of.length);
        return value;
    }
}
