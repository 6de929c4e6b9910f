// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code pathproof certificate}. {@link org.pathproof.cli.certificate.CertificateCommand} has a class for
 * each of its subcommands.
 */
@NullMarked
package org.pathproof.cli.certificate;

import org.jspecify.annotations.NullMarked;
