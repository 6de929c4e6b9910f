// SPDX-License-Identifier: Apache-2.0
/**
 * BGPsec path validation (RFC 8205, RFC 8206, RFC 8608) and route origin validation (RFC 6811), as pure functions
 * without I/O. No input causes an exception; each broken rule becomes a {@link Finding}.
 *
 * <p>{@link UpdateRules} checks a whole UPDATE. {@link PathValidator} validates one BGPsec_PATH in its {@link
 * PathContext} and returns a {@link PathResult}. {@link OriginValidation} validates a prefix and its origin AS. {@link
 * KeyLookup} and {@link VrpLookup} provide keys and VRPs. A {@link SignatureVerifier} verifies signatures in batches;
 * {@link BatchVerifier} implements it with {@code libs/p256}. {@link AlgorithmSuites} lists the supported algorithm
 * suites. No class has state that callers share.
 *
 * <p>The rules of RFC 8205 are in these classes. docs/reference/rfc8205.md lists every rule with its finding and its
 * tests.
 *
 * <p>Each item has the section of RFC 8205, the rule, the class and method, and the test class:
 *
 * <ul>
 * <li>2.2, negotiated session: {@link UpdateRules#check}; UpdateRulesTest
 * <li>3, Signature_Blocks: {@code PathSyntax.checkBlocks}; PathSyntaxTest
 * <li>4.1, one prefix, in MP_REACH_NLRI: {@code UpdateRules.checkPrefix}; UpdateRulesTest
 * <li>4.2, signed bytes: {@link SignedBytes}; SignedBytesTest, RfcUpdatesTest
 * <li>4.4, AS_PATH beside BGPsec_PATH: {@link UpdateRules#checkDualPath}, {@code EquivalentAsPath};
 *     EquivalentAsPathTest
 * <li>5.2 check 1, encoding: {@code PathSyntax.damage}; PathSyntaxTest
 * <li>5.2 check 2, newest AS is the peer: {@code PathSyntax.checkNewest}; PathSyntaxTest
 * <li>5.2 check 3, signature count: {@code PathSyntax.checkBlocks}; PathSyntaxTest
 * <li>5.2 check 4, no AS_PATH: {@code UpdateRules.checkPathAttributes}; UpdateRulesTest
 * <li>5.2 check 5, 6, Confed_Segment: {@code PathSyntax.checkConfederation}; PathSyntaxTest
 * <li>5.2 check 7, pCount 0: {@code PathSyntax.checkNewest}; PathSyntaxTest
 * <li>5.2 check 8, AS loop: {@code PathSyntax.checkLoop}; PathSyntaxTest
 * <li>5.2 step 2, key lookup: {@code BlockValidation}; RouterKeySelectionTest
 * <li>5.2 step 3, digest: {@link SignedBytes}, {@link AlgorithmSuite#digest}; SignedBytesTest
 * <li>5.2 step 4, signature: {@link BatchVerifier}; BatchVerifierTest
 * <li>5.2, state of the path: {@link PathValidation#conclude}; PathValidatorTest
 * </ul>
 */
@NullMarked
package org.pathproof.bgpsec;

import org.jspecify.annotations.NullMarked;
