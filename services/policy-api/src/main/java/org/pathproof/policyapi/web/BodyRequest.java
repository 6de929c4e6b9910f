// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** A request that replaces its body for every method that reads it. */
abstract class BodyRequest extends HttpServletRequestWrapper {
    BodyRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public abstract ServletInputStream getInputStream() throws IOException;

    @Override
    public final BufferedReader getReader() throws IOException {
        String charset = getCharacterEncoding();
        return new BufferedReader(new InputStreamReader(
                getInputStream(), charset == null ? StandardCharsets.UTF_8 : Charset.forName(charset)));
    }
}
