// SPDX-License-Identifier: Apache-2.0
/**
 * Descriptions of routers in their TLS certificates (docs/adr/0062).
 *
 * <p>{@link org.pathproof.onboarding.RouterDescription} has the settings of one router: name, AS, peers, views and
 * quota. {@link org.pathproof.onboarding.DescriptionJson} reads and writes its JSON. {@link
 * org.pathproof.onboarding.DescriptionExtension} puts the JSON into an extension of a certificate, as text or sealed by
 * {@link org.pathproof.onboarding.SealingKeys}. {@link org.pathproof.onboarding.OnboardingPolicy} is the operator's
 * bound for descriptions.
 *
 * <p>Content of a certificate is data from the network. Every reader here accepts any bytes, checks the size first, and
 * returns a {@link org.pathproof.onboarding.Reading}: the description, or the reason for its refusal.
 *
 * <p>The package {@code authority} issues certificates with descriptions.
 */
@NullMarked
package org.pathproof.onboarding;

import org.jspecify.annotations.NullMarked;
