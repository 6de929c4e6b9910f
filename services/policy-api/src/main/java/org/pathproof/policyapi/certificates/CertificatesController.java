// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.certificates;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.pathproof.contracts.v1.Session;
import org.pathproof.onboarding.authority.Pem;
import org.pathproof.onboarding.authority.RouterOrder;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.verdictstore.store.RouteTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Issues certificates of routers. */
@RestController
public final class CertificatesController {
    private static final Logger log = LoggerFactory.getLogger(CertificatesController.class);

    private final Optional<CertificateSettings.Issuer> issuer;
    private final Readiness readiness;
    private final RouteTable table;
    private final Clock clock;

    CertificatesController(
            Optional<CertificateSettings.Issuer> issuer, Readiness readiness, RouteTable table, Clock clock) {
        this.issuer = issuer;
        this.readiness = readiness;
        this.table = table;
        this.clock = clock;
    }

    /**
     * An issued certificate.
     *
     * @param certificate the certificate in PEM
     * @param serialNumber its serial number in hexadecimal
     * @param notAfter end of its validity
     */
    public record Issued(
            String certificate,
            @JsonProperty("serial_number") String serialNumber,
            @JsonProperty("not_after") String notAfter) {}

    /** Refuses with all reasons against the description. One request runs at a time, because each reads all VRPs. */
    @PostMapping(
            path = "/api/v1/certificates",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(
            required = true,
            description = "request, a PKCS #10 request in PEM with a key on P-256; description, as in"
                    + " router-description.schema.json; and names, further names of the router. A name with a valid"
                    + " certificate of another AS is refused until pathproof certificate revoke revokes it",
            content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(type = "object")))
    public Issued issue(HttpServletRequest request) throws IOException {
        CertificateSettings.Issuer from = issuer.orElseThrow(() -> new NotFoundException(
                "no certificates are issued here: set pathproof.policy-api.certificates.authority"));
        CertificateOrder order = CertificateOrder.read(request.getInputStream().readAllBytes());
        return issue(from, order);
    }

    private synchronized Issued issue(CertificateSettings.Issuer from, CertificateOrder order) throws IOException {
        readiness.requireStore();
        List<Session> sessions = table.sessionViews().stream()
                .flatMap(view -> view.session().stream())
                .toList();
        Instant now = Instant.now(clock);
        List<String> reasons = new CertificateChecks(
                        from.policy(), readiness.requireRpki(), sessions, from.register(), now)
                .reasonsAgainst(order.description(), order.otherNames());
        if (!reasons.isEmpty()) {
            throw new BadRequestException("description: " + String.join("; ", reasons));
        }
        X509Certificate issued = sign(from, order, now);
        String serial = issued.getSerialNumber().toString(16);
        log.info(
                "certificate issued: name=\"{}\" asn={} serial={} expires={}",
                order.description().name(),
                order.description().asn(),
                serial,
                issued.getNotAfter().toInstant());
        return new Issued(
                Pem.of(issued), serial, issued.getNotAfter().toInstant().toString());
    }

    /** Issues the certificate, and adds it to the register before anyone has it. */
    private static X509Certificate sign(CertificateSettings.Issuer from, CertificateOrder order, Instant now)
            throws IOException {
        try {
            RouterOrder signed = new RouterOrder(
                    order.key(), order.description(), order.otherNames(), from.validity(), from.seal(), now);
            X509Certificate issued = from.authority().issue(signed);
            from.register().add(issued, signed);
            return issued;
        } catch (IllegalArgumentException e) {
            throw new BadRequestException(String.valueOf(e.getMessage()));
        }
    }
}
