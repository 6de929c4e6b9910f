// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;

/** A request body in memory. */
final class ReadBody extends ServletInputStream {
    private final ByteArrayInputStream in;

    ReadBody(byte[] content) {
        in = new ByteArrayInputStream(content);
    }

    @Override
    public int read() {
        return in.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        return in.read(into, offset, length);
    }

    @Override
    public int available() {
        return in.available();
    }

    @Override
    public boolean isFinished() {
        return in.available() == 0;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        throw new UnsupportedOperationException("no operation reads asynchronously");
    }
}
