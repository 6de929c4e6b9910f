// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import org.pathproof.verdictstore.dictionary.Sequences;

/**
 * The content that rows share, by the numbers that rows had when this object was asked for. It stays as it is, and must
 * not be kept for long, see {@link Sequences}.
 *
 * @param keys router keys
 * @param paths paths, see {@link PathBytes}
 * @param attributes next hop, communities and path attributes
 * @param fields further fields, see {@link FieldBytes}
 */
public record RowContents(Sequences keys, Sequences paths, Sequences attributes, Sequences fields) {}
