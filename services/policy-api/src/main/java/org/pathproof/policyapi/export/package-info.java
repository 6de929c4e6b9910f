/**
 * Prefix sets for routers without BGPsec. The sets list, for each neighbor, the prefixes whose paths are not accepted,
 * in the configuration languages of several vendors.
 *
 * <p>{@link org.pathproof.policyapi.export.PrefixSets} selects the prefixes; a {@link
 * org.pathproof.policyapi.export.ListingRule} decides about each one. The result is an {@link
 * org.pathproof.policyapi.export.ExportContent} with a serial. {@link org.pathproof.policyapi.export.ExportHistory}
 * keeps earlier contents, and {@link org.pathproof.policyapi.export.ExportChange} compares two contents. For each
 * language, an {@link org.pathproof.policyapi.export.ExportRenderer} writes contents and changes, and reads lists of
 * a posted configuration. {@link org.pathproof.policyapi.export.ConfigText} owns the rules for names and comments.
 */
@NullMarked
package org.pathproof.policyapi.export;

import org.jspecify.annotations.NullMarked;
