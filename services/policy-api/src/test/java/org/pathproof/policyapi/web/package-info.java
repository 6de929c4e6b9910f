/**
 * Tests of the checks and limits for every request, most of them against a running server. Invalid requests are sent
 * over plain sockets, because an HTTP client refuses to send them.
 */
@NullMarked
package org.pathproof.policyapi.web;

import org.jspecify.annotations.NullMarked;
