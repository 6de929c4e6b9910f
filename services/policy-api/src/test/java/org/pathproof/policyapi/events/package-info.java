/** Tests of the event stream: of its parts, and over HTTP against a running server. */
@NullMarked
package org.pathproof.policyapi.events;

import org.jspecify.annotations.NullMarked;
