/** Tests of authentication, authorisation and TLS. */
@NullMarked
package org.pathproof.policyapi.access;

import org.jspecify.annotations.NullMarked;
