// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of RPKI data. A source gives its newest complete data and its problem when it is read, and never waits.
 *
 * <p>{@code Source} is the interface. {@code CacheSource} keeps an RTR session with a cache. {@code FileSource} and
 * {@code UrlSource} read the RPKI JSON of a validator through {@code JsonDocuments}. {@code CertificateSource} verifies
 * router certificates of files, and computes when the next one expires. {@code SourceOpener} opens the source that
 * settings describe, with its transport.
 *
 * <p>A source owns its connection or its watch of files, and keeps its last good data after a failure. The package
 * {@code observation} reads the sources.
 */
@NullMarked
package org.pathproof.keysync.source;

import org.jspecify.annotations.NullMarked;
