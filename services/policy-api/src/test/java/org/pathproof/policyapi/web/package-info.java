/**
 * Tests of the HTTP edge against a running server, over plain sockets, because an HTTP client refuses to send hostile
 * requests.
 */
@NullMarked
package org.pathproof.policyapi.web;

import org.jspecify.annotations.NullMarked;
