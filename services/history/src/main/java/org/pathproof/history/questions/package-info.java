// SPDX-License-Identifier: Apache-2.0
/**
 * The questions to the history, as queries of one {@link org.pathproof.history.engine.View}.
 *
 * <p>A {@link org.pathproof.history.questions.Question} is a query with the meaning of its columns.
 * {@link org.pathproof.history.questions.QuestionRunner} runs it, with limits of time, rows and concurrent queries, and
 * returns an {@link org.pathproof.history.questions.Answer}. {@link org.pathproof.history.questions.SessionBook}
 * has the names of sessions.
 */
@NullMarked
package org.pathproof.history.questions;

import org.jspecify.annotations.NullMarked;
