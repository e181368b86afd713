package io.gpuledger.analyzer.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RightsCheckTest {
    private static final String GROUPS = """
        {"kind":"APIGroupList","apiVersion":"v1","groups":[
        {"name":"policy","versions":[],"preferredVersion":{"groupVersion":"policy/v1","version":"v1"}},
        {"name":"discovery.k8s.io","versions":[]}]}
        """;

    private HttpServer server;
    private Set<String> refused = Set.of();
    private int status = 201;

    @BeforeEach
    void begin() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/apis", exchange -> say(exchange, 200, GROUPS));
        server.createContext("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", this::review);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void review(HttpExchange exchange) throws IOException {
        var asked = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var isAllowed = refused.stream().noneMatch(asked::contains);
        say(
                exchange,
                status,
                status == 201
                        ? "{\"kind\":\"SelfSubjectAccessReview\",\"apiVersion\":\"authorization.k8s.io/v1\","
                                + "\"spec\":{},\"status\":{\"allowed\":%s}}".formatted(isAllowed)
                        : "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"message\":\"no token\",\"code\":401}");
    }

    private static void say(HttpExchange exchange, int status, String body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length());
            exchange.getResponseBody().write(body.getBytes(UTF_8));
        }
    }

    private List<Line> lines(Right... rights) {
        return new RightsCheck(List.of(rights))
                .lines(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build());
    }

    private static Right right(String group, String resource, boolean isNeeded) {
        return new Right(group, resource, List.of("list", "watch"), Optional.empty(), "little is known", isNeeded);
    }

    @Test
    void what_is_allowed_is_well_and_kinds_that_the_cluster_lacks_are_not_asked_about() {
        assertThat(lines(
                        right("", "pods", true),
                        right("policy", "poddisruptionbudgets", false),
                        right("x.io", "x", true)))
                .singleElement()
                .isInstanceOf(Ok.class)
                .satisfies(line -> assertThat(line.words()).endsWith("allows all 2 kinds that are asked for"));
    }

    @Test
    void what_is_not_allowed_is_named_with_the_rule_that_is_missing() {
        refused = Set.of("\"resource\":\"pods\"", "\"resource\":\"poddisruptionbudgets\",\"verb\":\"watch\"");

        assertThat(lines(right("", "pods", true), right("policy", "poddisruptionbudgets", false)))
                .containsExactly(
                        new Fault(
                                "API server",
                                "it does not allow to list and watch pods: little is known",
                                "add to the ClusterRole: apiGroups: [\"\"], resources: [pods], verbs: [list, watch]"),
                        new Warning(
                                "API server",
                                "it does not allow to watch poddisruptionbudgets of policy: little is known",
                                "add to the ClusterRole: apiGroups: [\"policy\"], resources: [poddisruptionbudgets],"
                                        + " verbs: [list, watch]"));
    }

    @Test
    void a_right_in_one_namespace_is_a_role_s() {
        refused = Set.of("endpointslices");
        var right = new Right(
                "discovery.k8s.io", "endpointslices", List.of("list"), Optional.of("gpus"), "nobody is found", true);

        assertThat(lines(right))
                .singleElement()
                .satisfies(line -> assertThat(line.fix()).startsWith("add to a Role of the namespace gpus: "));
    }

    @Test
    void a_token_that_it_does_not_know_is_told_in_its_own_words() {
        status = 401;

        assertThat(lines(right("", "pods", true)))
                .singleElement()
                .isInstanceOf(Fault.class)
                .satisfies(line -> assertThat(line.words()).contains("no token"));
    }
}
