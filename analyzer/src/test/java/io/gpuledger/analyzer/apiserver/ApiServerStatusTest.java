package io.gpuledger.analyzer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.WatcherException;
import io.gpuledger.gate.LogLines;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated
class ApiServerStatusTest {
    private final LogLines log = LogLines.of(ApiServerStatus.class);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ApiServerStatus status =
            new ApiServerStatus("cluster", "https://k:6443/", List.of("nodes", "pods"), registry);

    @AfterEach
    void listenNoMore() {
        log.close();
    }

    private double up(String resource) {
        return registry.get("gpu.analyzer.api.server.up")
                .tag("asker", "cluster")
                .tag("resource", resource)
                .gauge()
                .value();
    }

    private static Throwable away() {
        return new KubernetesClientException(
                "Operation: [list] for kind: [Pod] failed.", new ConnectException("Connection refused"));
    }

    private static Throwable refused(int code, String words) {
        return new WatcherException(
                "Could not process Watch response",
                new KubernetesClientException(
                        words,
                        code,
                        new StatusBuilder().withCode(code).withMessage(words).build()));
    }

    /// These are the loggers that fill pages with stack traces when a real API server is killed under its watches.
    @ParameterizedTest
    @ValueSource(
            strings = {"dsl.internal.AbstractWatchManager", "informers.impl.cache.Reflector", "jdkhttp.JdkWebSocketImpl"
            })
    void the_client_itself_says_nothing_of_it(String name) {
        assertThat(Logger.getLogger("io.fabric8.kubernetes.client." + name).isLoggable(Level.SEVERE))
                .isFalse();
    }

    @Test
    void a_server_that_is_away_is_one_line_and_no_question_of_permissions() {
        status.answered("nodes");
        assertThat(status.failed("pods", away())).isFalse();
        assertThat(status.failed("nodes", away())).isFalse();
        assertThat(status.failed("nodes", refused(503, "the server is starting")))
                .isFalse();
        assertThat(up("nodes")).isZero();
        assertThat(up("pods")).isZero();

        status.answered("nodes");
        status.answered("pods");

        assertThat(up("pods")).isOne();
        assertThat(log.lines())
                .containsExactly(
                        "WARNING The API server at https://k:6443/, asked for the cluster, does not answer (Connection"
                                + " refused): what it said before stands, and it is asked again.",
                        "INFO The API server at https://k:6443/, asked for the cluster, answers again.");
    }

    @Test
    void a_connection_that_ends_without_a_word_is_told_in_words() {
        status.failed("nodes", new KubernetesClientException("Operation: [list]", new IOException()));
        status.answered("nodes");
        status.failed("nodes", new KubernetesClientException("Operation: [list]", new TimeoutException()));

        assertThat(log.lines().getFirst()).contains("does not answer (the connection broke)");
        assertThat(log.lines().getLast()).contains("does not answer (it took too long)");
    }

    @Test
    void what_is_refused_is_one_line_with_what_mends_it() {
        var forbidden = refused(403, "pods is forbidden");
        assertThat(status.failed("pods", forbidden)).isTrue();
        assertThat(status.failed("pods", forbidden)).isTrue();
        status.answered("nodes");
        assertThat(up("pods")).isZero();
        assertThat(up("nodes")).isOne();

        status.answered("pods");
        status.answered("pods");

        assertThat(up("pods")).isOne();
        assertThat(log.lines())
                .containsExactly(
                        "WARNING The API server at https://k:6443/, asked for the cluster, gives no pods (pods is"
                                + " forbidden): bind a role with list and watch on them to the service account. What is"
                                + " known of them stands, and all else goes on.",
                        "INFO The API server at https://k:6443/, asked for the cluster, gives pods again.");
    }

    @Test
    void a_token_that_is_not_accepted_is_told_from_a_right_that_is_missing() {
        status.failed("pods", refused(401, "Unauthorized"));

        assertThat(log.lines()).singleElement().asString().contains("is the token of this cluster");
    }

    @Test
    void what_there_is_not_is_said_once_and_again_after_there_was() {
        status.lacks("pods");
        status.lacks("pods");
        assertThat(up("pods")).isOne();
        status.answered("pods");
        status.lacks("pods");

        assertThat(log.lines()).hasSize(2).allMatch(line -> line.startsWith("INFO The cluster has no pods"));
    }
}
