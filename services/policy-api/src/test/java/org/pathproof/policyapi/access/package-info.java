/** Tests of authentication, authorisation and the audit log. */
@NullMarked
package org.pathproof.policyapi.access;

import org.jspecify.annotations.NullMarked;
