// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.openapi;

import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pathproof.policyapi.access.Endpoints;
import org.pathproof.policyapi.rest.rpki.RpkiController;
import org.pathproof.policyapi.rest.sessions.SessionJson;
import org.pathproof.policyapi.rest.validity.OriginValidityJson;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** Adds errors, streams and plain text to the description that springdoc derives from the controllers. */
public final class ApiDescription implements OpenApiCustomizer {
    private static final String PROBLEM = "Problem";
    private static final String PROBLEM_JSON = "application/problem+json";
    private static final String TEXT = "text/plain";
    /** Name of the OpenAPI extension with the lowest role that a client's token needs for the operation. */
    private static final String ROLE = "x-pathproof-role";

    private static final String TOKEN = "token";
    private static final String ROUTES = "/api/v1/routes";

    /** Element types of lists that are written lazily. */
    private static final List<Class<?>> ELEMENTS = List.of(
            OriginValidityJson.SeenPath.class,
            SessionJson.class,
            RpkiController.Key.class,
            RpkiController.VrpJson.class);

    /** Errors of every operation. */
    private static final Map<String, String> ERRORS = Map.of(
            "400", "A parameter or the body is invalid, or a parameter does not exist",
            "401", "The request has no bearer token, or a token that is not accepted",
            "403", "The role of the token is too low, or the request is from a page of another site",
            "406", "The response has none of the accepted types",
            "421", "The Host header is not a name of this service",
            "429", "Too many requests from this address or with this token",
            "503", "Too many concurrent requests, or data for a correct response is missing");

    /** Returns title, version and license. */
    public static OpenAPI head() {
        return new OpenAPI()
                .info(new Info()
                        .title("Pathproof")
                        .version("1")
                        .description(
                                "Verdicts on the BGPsec paths of a whole network, and the policy of the feeds to routers.")
                        .license(new License().name("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0")))
                .servers(List.of(new Server().url("/")));
    }

    /** Registers the schemas of the parameters' types in springdoc. */
    public ApiDescription() {
        ParameterConverters.describe();
    }

    @Override
    public void customise(OpenAPI api) {
        api.getComponents()
                .addSchemas(PROBLEM, problem())
                .addSecuritySchemes(
                        TOKEN,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("bearer")
                                .description("A static token, or a JSON Web Token of the configured provider."));
        // A request has a token or none: pathproof.api.anonymous-read permits reading without a token.
        api.security(List.of(new SecurityRequirement(), new SecurityRequirement().addList(TOKEN)));
        for (Class<?> element : ELEMENTS) {
            ModelConverters.getInstance(true)
                    .readAll(element)
                    .forEach(api.getComponents().getSchemas()::putIfAbsent);
        }
        api.getComponents().getSchemas().values().forEach(ApiDescription::completeArrays);
        api.getComponents().getSchemas().forEach(ResponseEnums::complete);
        api.getPaths()
                .forEach((path, item) ->
                        item.readOperationsMap().forEach((verb, operation) -> complete(path, verb, operation)));
    }

    /** Marks Iterables as arrays, because springdoc does not mark them. */
    private static void completeArrays(Schema<?> schema) {
        if (schema.getProperties() == null) {
            return;
        }
        for (Schema<?> property : schema.getProperties().values()) {
            if (property.getItems() != null) {
                property.setTypes(Set.of("array"));
            }
        }
    }

    private static void complete(String path, PathItem.HttpMethod verb, Operation operation) {
        ERRORS.forEach((status, words) -> addError(operation, status, words));
        Endpoints.role(verb.name(), path).ifPresent(role -> operation.addExtension(ROLE, role.label()));
        if (operation.getParameters() != null) {
            Set<String> seen = new HashSet<>(); // methods with different media types can share an operation
            operation.getParameters().removeIf(parameter -> !seen.add(parameter.getIn() + ' ' + parameter.getName()));
        }
        if (path.equals(ROUTES)) {
            operation.setOperationId("routes");
            ok(operation)
                    .getContent()
                    .addMediaType(
                            "application/x-ndjson",
                            new MediaType().schema(new Schema<>().$ref("#/components/schemas/RouteJson")));
        }
        if (path.contains("{id}")
                || path.contains("{version}")
                || path.contains("{router}")
                || path.contains("/export/")) {
            addError(operation, "404", "The resource does not exist");
        }
        if (path.endsWith("/derived-origins")) {
            addError(operation, "404", "The feed is switched off");
        }
        if (path.endsWith("/inventory/acknowledge") || path.endsWith("/inventory/retire")) {
            addError(operation, "404", "The inventory has no such router or peer");
        }
        if (path.endsWith("/certificates")) {
            addError(operation, "404", "No certificates are issued here");
        }
        if (path.contains("/export/")) {
            addError(operation, "409", "The change is larger than the limit");
            addError(operation, "410", "The serial is not known any more");
        }
        if (verb == PathItem.HttpMethod.PUT && path.endsWith("/feeds/policy")
                || verb == PathItem.HttpMethod.POST && path.endsWith("/feeds/exceptions")) {
            addError(operation, "409", "The change has a loss or is large, and needs force=true");
        }
        if (verb == PathItem.HttpMethod.PUT) {
            addError(operation, "412", "The condition does not hold: another version of the resource is in force");
            addError(operation, "428", "The request has no condition");
        }
        if (verb == PathItem.HttpMethod.POST || verb == PathItem.HttpMethod.PUT) {
            addError(operation, "408", "The body was not complete in time");
            addError(operation, "413", "The body or the batch is too large");
            addError(operation, "415", "The operation does not accept the Content-Type of the body");
        }
        if (path.equals("/api/v1/events")) {
            ok(operation).setContent(new Content().addMediaType("text/event-stream", new MediaType().schema(text())));
        }
        ok(operation).getContent().forEach((type, content) -> {
            if (type.startsWith(TEXT)) {
                content.setSchema(text());
            }
        });
    }

    private static ApiResponse ok(Operation operation) {
        return operation.getResponses().computeIfAbsent("200", status -> new ApiResponse().description("OK"));
    }

    /** Adds an error to an operation. Keeps other content of the same status. */
    private static void addError(Operation operation, String status, String words) {
        ApiResponse response = operation.getResponses().computeIfAbsent(status, s -> new ApiResponse());
        response.setDescription(words);
        Content content = response.getContent() == null ? new Content() : response.getContent();
        content.addMediaType(
                PROBLEM_JSON, new MediaType().schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM)));
        response.setContent(content);
        if (status.equals("429") || status.equals("503")) {
            response.addHeaderObject(
                    "Retry-After", new Header().description("Seconds to wait").schema(new StringSchema()));
        }
    }

    private static Schema<?> text() {
        return new StringSchema();
    }

    private static Schema<?> problem() {
        Schema<?> schema = new ObjectSchema().description("An error (RFC 9457)");
        schema.addProperty("title", text());
        schema.addProperty("status", new IntegerSchema());
        schema.addProperty("detail", text());
        schema.addProperty("instance", text());
        schema.addProperty("problems", problems());
        schema.setRequired(List.of("title", "status"));
        return schema;
    }

    private static Schema<?> problems() {
        Schema<?> item = new ObjectSchema();
        item.addProperty("line", new IntegerSchema());
        item.addProperty("column", new IntegerSchema());
        item.addProperty("field", text());
        item.addProperty("message", text());
        ArraySchema list = new ArraySchema();
        list.setDescription("Problems of a document in the body");
        list.setItems(item);
        return list;
    }
}
