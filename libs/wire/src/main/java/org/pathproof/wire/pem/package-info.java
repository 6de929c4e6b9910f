// SPDX-License-Identifier: Apache-2.0
/**
 * Text form of the certificates and keys of TLS. {@link Pem} is the only decoder of the libraries and services; callers
 * read the files, and name them in their messages.
 */
@NullMarked
package org.pathproof.wire.pem;

import org.jspecify.annotations.NullMarked;
