// SPDX-License-Identifier: Apache-2.0
/**
 * The REST interface of the history. {@link org.pathproof.history.web.HistoryController} has the operations,
 * {@link org.pathproof.history.web.RequestParameters} reads and checks the parameters, and
 * {@link org.pathproof.history.web.AnswerWriter} writes JSON, NDJSON and CSV.
 */
@NullMarked
package org.pathproof.history.web;

import org.jspecify.annotations.NullMarked;
