/**
 * Tests of the edge against a running server, over plain sockets where an HTTP client would not send what an attacker
 * does.
 */
@NullMarked
package org.pathproof.policyapi.web;

import org.jspecify.annotations.NullMarked;
