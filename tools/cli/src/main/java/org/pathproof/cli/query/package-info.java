/**
 * {@code pathproof query}: queries a running Pathproof over its REST interface (docs/reference/rest-api.md).
 *
 * <p>{@link org.pathproof.cli.query.Api} owns the connection and converts errors to sentences. Subcommands supply paths
 * and parameters; {@link org.pathproof.cli.io.Table} prints responses on a terminal.
 */
@NullMarked
package org.pathproof.cli.query;

import org.jspecify.annotations.NullMarked;
