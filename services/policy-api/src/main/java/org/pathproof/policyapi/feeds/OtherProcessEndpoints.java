// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import io.swagger.v3.oas.annotations.Hidden;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.settings.ProcessRole;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Refuses requests for the state of the feeds in processes that do not run the feeds. */
@Hidden
@RestController
public final class OtherProcessEndpoints {
    @GetMapping({
        "/api/v1/overrides",
        "/api/v1/overrides/{router}/{*prefix}",
        "/api/v1/feeds/check/{router}",
        "/api/v1/derived-origins"
    })
    void refuseState() {
        throw notHere();
    }

    @PostMapping("/api/v1/feeds/preview")
    void refusePreview() {
        throw notHere();
    }

    private static NotFoundException notHere() {
        return new NotFoundException("this process does not run the feeds (" + ProcessRole.SETTING + ": "
                + ProcessRole.API.label() + "): send the request to a process with the role "
                + ProcessRole.FEEDS.label());
    }
}
