// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

import java.util.Set;
import org.pathproof.wire.bmp.RibView;

/**
 * The operator's rules for the data of the feeds to routers.
 *
 * @param attributeRouters routers whose route events carry all path attributes
 * @param attributeViews RIB views of these routers whose route events carry all path attributes
 * @param speakers BGP speakers of Pathproof, whose routes are left out
 */
public record FeedRules(RouterMatcher attributeRouters, Set<RibView> attributeViews, FeedSpeakers speakers) {
    /** No path attributes, no speakers. */
    public static final FeedRules NONE = new FeedRules(RouterMatcher.NONE, Set.of(), FeedSpeakers.NONE);

    public FeedRules {
        attributeViews = Set.copyOf(attributeViews);
    }

    /** Returns true when route events of a view carry all path attributes. */
    public boolean carriesAttributes(RouterIdentity router, RibView view) {
        return attributeViews.contains(view) && attributeRouters.matches(router);
    }
}
