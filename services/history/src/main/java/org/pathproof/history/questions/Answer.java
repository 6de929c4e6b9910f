// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a question.
 *
 * @param names names of the values of a row
 * @param rows rows; a value is a text, a number, a list of numbers or null
 * @param isTruncated true if there are more rows than the limit
 */
public record Answer(List<String> names, List<List<@Nullable Object>> rows, boolean isTruncated) {}
