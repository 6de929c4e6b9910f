// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.access.ApiToken;
import org.pathproof.policyapi.settings.InvalidRolesException;
import org.pathproof.policyapi.settings.ProcessRole;
import org.pathproof.routerfeeds.rtr.RtrListeners;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.mock.env.MockEnvironment;
import tools.jackson.databind.JsonNode;

/** Tests the parts of the roles of a process. */
final class RolesTest {
    private static final String TOKEN = ApiToken.create();
    private static final String ROLES = ProcessRole.SETTING + "=";

    @Test
    void aProcessWithTheApiHasNoSessionsWithRouters() {
        try (RunningApi api = new RunningApi(
                ROLES + "api",
                "pathproof.api.tokens[0].name=ann",
                "pathproof.api.tokens[0].role=admin",
                "pathproof.api.tokens[0].hash=" + ApiToken.hash(TOKEN))) {
            api.putSession(1, session(1, 1, 1));
            api.putVerdict(key("198.51.100.0/24", 1), valid(64501));
            api.awaitRoutes(1);
            assertThat(api.prefixes("limit=1")).containsExactly("198.51.100.0/24");
            for (String path :
                    new String[] {"/api/v1/overrides", "/api/v1/overrides/r1/198.51.100.0/24", "/api/v1/derived-origins"
                    }) {
                assertThat(api.get(path).statusCode()).isEqualTo(404);
                assertThat(api.get(path).body())
                        .contains("this process does not run the feeds (pathproof.policy-api.roles: api)");
            }
            assertThat(api.post("/api/v1/feeds/preview", "{}", "Authorization", "Bearer " + TOKEN)
                            .statusCode())
                    .isEqualTo(404);
            assertThat(api.get("/api/v1/feeds").statusCode()).isEqualTo(200);
            assertThat(components(api).has("rtr")).isFalse();
            assertThatThrownBy(() -> api.bean(RtrListeners.class)).isInstanceOf(NoSuchBeanDefinitionException.class);
        }
    }

    @Test
    void aProcessWithTheFeedsHasSessionsAndTheirStateOnly() throws Exception {
        try (RunningApi feeds = new RunningApi(ROLES + "feeds")) {
            for (String path : new String[] {"/", "/api/v1/routes", "/api/v1/events", "/validity", "/v3/api-docs"}) {
                assertThat(feeds.get(path).statusCode()).as(path).isEqualTo(404);
            }
            assertThat(feeds.get("/api/v1/overrides").statusCode()).isEqualTo(200);
            assertThat(feeds.get("/api/v1/feeds").statusCode()).isEqualTo(200);
            assertThat(feeds.get("/actuator/prometheus").body()).contains("pathproof_rtr_clients");
            assertThat(components(feeds).get("rtr").get("status").asString()).isEqualTo("ok");
            int port = feeds.bean(RtrListeners.class).port();
            try (Socket router = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(router.isConnected()).isTrue();
            }
        }
    }

    private static JsonNode components(RunningApi api) {
        return RunningApi.parse(api.get("/api/v1/health").body()).get("components");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''           | pathproof.policy-api.roles is empty: set api, feeds, or api,feeds
                    web          | pathproof.policy-api.roles has the unknown role "web": set api, feeds, or api,feeds
                    'api,router' | pathproof.policy-api.roles has the unknown role "router": set api, feeds, or api,feeds
                    """)
    void refusesOtherRolesByTheNameOfTheSetting(String roles, String message) {
        MockEnvironment environment = new MockEnvironment().withProperty(ProcessRole.SETTING, roles);
        assertThatThrownBy(() -> ProcessRole.of(environment))
                .isInstanceOf(InvalidRolesException.class)
                .hasMessage(message);
    }

    @Test
    void aProcessWithoutTheSettingHasAllRoles() {
        assertThat(ProcessRole.of(new MockEnvironment())).containsExactlyInAnyOrder(ProcessRole.values());
    }
}
