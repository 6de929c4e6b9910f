/** Tests of the limits of HTTP connections. */
@NullMarked
package org.pathproof.access.http;

import org.jspecify.annotations.NullMarked;
