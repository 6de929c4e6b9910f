// SPDX-License-Identifier: Apache-2.0
/**
 * BGPsec path validation (RFC 8205, RFC 8206, RFC 8608) and route origin validation (RFC 6811), as pure functions
 * without I/O. No input causes an exception; each broken rule becomes a {@link Finding}.
 *
 * <p>{@link UpdateRules} checks a whole UPDATE. {@link PathValidator} judges one BGPsec_PATH in its {@link PathContext}
 * and returns a {@link Judgement}. {@link OriginValidation} judges a prefix and its origin AS. Keys and VRPs come in
 * through {@link KeyLookup} and {@link VrpLookup}. Signatures go out in batches through a {@link SignatureVerifier};
 * {@link BatchVerifier} is the implementation on {@code libs/p256}. {@link AlgorithmSuites} are the supported algorithm
 * suites.
 *
 * <p>The rules of RFC 8205 are in these classes. docs/reference/rfc8205.md lists every rule with its finding and its
 * tests.
 *
 * <table>
 * <caption>Rules of RFC 8205 by class</caption>
 * <tr><th>section</th><th>rule</th><th>class and method</th><th>test class</th></tr>
 * <tr><td>2.2</td><td>negotiated session</td><td>{@link UpdateRules#check}</td><td>UpdateRulesTest</td></tr>
 * <tr><td>3</td><td>Signature_Blocks</td><td>{@code PathSyntax.checkBlocks}</td><td>PathSyntaxTest</td></tr>
 * <tr><td>4.1</td><td>one prefix, in MP_REACH_NLRI</td><td>{@code UpdateRules.checkPrefix}</td><td>UpdateRulesTest</td></tr>
 * <tr><td>4.2</td><td>signed bytes</td><td>{@link SignedBytes}</td><td>SignedBytesTest, RfcUpdatesTest</td></tr>
 * <tr><td>5.2 check 1</td><td>encoding</td><td>{@code PathSyntax.damage}</td><td>PathSyntaxTest</td></tr>
 * <tr><td>5.2 check 2</td><td>newest AS is the peer</td><td>{@code PathSyntax.checkNewest}</td><td>PathSyntaxTest</td></tr>
 * <tr><td>5.2 check 3</td><td>signature count</td><td>{@code PathSyntax.checkBlocks}</td><td>PathSyntaxTest</td></tr>
 * <tr><td>5.2 check 4</td><td>no AS_PATH</td><td>{@code UpdateRules.checkPathAttributes}</td><td>UpdateRulesTest</td></tr>
 * <tr><td>5.2 check 5, 6</td><td>Confed_Segment</td><td>{@code PathSyntax.checkConfederation}</td><td>PathSyntaxTest</td></tr>
 * <tr><td>5.2 check 7</td><td>pCount 0</td><td>{@code PathSyntax.checkNewest}</td><td>PathSyntaxTest</td></tr>
 * <tr><td>5.2 check 8</td><td>AS loop</td><td>{@code PathSyntax.checkLoop}</td><td>PathSyntaxTest</td></tr>
 * <tr><td>5.2 step 2</td><td>key lookup</td><td>{@code BlockExamination}</td><td>PathValidatorTest</td></tr>
 * <tr><td>5.2 step 3</td><td>digest</td><td>{@link SignedBytes}, {@link AlgorithmSuite#digest}</td><td>SignedBytesTest</td></tr>
 * <tr><td>5.2 step 4</td><td>signature</td><td>{@link BatchVerifier}</td><td>BatchVerifierTest</td></tr>
 * <tr><td>5.2</td><td>state of the path</td><td>{@link PathExamination#conclude}</td><td>PathValidatorTest</td></tr>
 * </table>
 */
@NullMarked
package org.pathproof.bgpsec;

import org.jspecify.annotations.NullMarked;
