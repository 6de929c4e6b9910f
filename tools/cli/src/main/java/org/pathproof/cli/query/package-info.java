/**
 * {@code pathproof query}: asks a running Pathproof over its REST interface (docs/reference/rest-api.md) and prints the JSON that it answers.
 *
 * <p>{@link org.pathproof.cli.query.Api} owns the connection and says what went wrong in words; the subcommands only name paths and parameters.
 */
@NullMarked
package org.pathproof.cli.query;

import org.jspecify.annotations.NullMarked;
