// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.preview;

import java.util.Optional;
import org.pathproof.feeds.override.ActiveOverride;
import org.pathproof.wire.Prefix;

/**
 * A change of an override that a policy would make.
 *
 * @param before the override that is announced to the router now
 * @param after the override under the new policy
 */
public record PreviewedChange(Prefix prefix, Optional<ActiveOverride> before, Optional<ActiveOverride> after) {}
