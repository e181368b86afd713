package io.gpuledger.exporter.attribution.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiServerSettingsTest {
    private static final Map<String, String> POD =
            Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1", "KUBERNETES_SERVICE_PORT", "6443");

    private static Invocation invocation(String... arguments) {
        return Invocation.of(new Declaration("program", "does", List.of(), ApiServerSettings.ALL), Map.of(), arguments);
    }

    private static ApiServerSettings settings(Map<String, String> environment, String... arguments) {
        return ApiServerSettings.from(((Invocation.Run) invocation(arguments)).settings(), environment);
    }

    private static ApiServerSettings asked(String uri, String account) {
        return new ApiServerSettings(
                URI.create(uri), Optional.of(Path.of(account, "token")), Optional.of(Path.of(account, "ca.crt")));
    }

    @Test
    void in_a_pod_the_environment_and_the_service_account_say_it() {
        assertThat(settings(POD))
                .isEqualTo(asked("https://10.96.0.1:6443", "/var/run/secrets/kubernetes.io/serviceaccount"));
    }

    @Test
    void an_address_of_ip_version_6_gets_its_brackets() {
        assertThat(settings(Map.of("KUBERNETES_SERVICE_HOST", "fd00::1")).server())
                .isEqualTo(URI.create("https://[fd00::1]:443"));
    }

    @Test
    void outside_of_a_pod_it_can_be_told() {
        assertThat(settings(
                        POD,
                        "--kubernetes-api-server=https://rancher:8443/k8s/clusters/c-1/",
                        "--kubernetes-service-account=/etc/gpu-exporter"))
                .isEqualTo(asked("https://rancher:8443/k8s/clusters/c-1", "/etc/gpu-exporter"));
    }

    @Test
    void no_token_goes_over_http() {
        assertThat(settings(POD, "--kubernetes-api-server=http://127.0.0.1:8001"))
                .isEqualTo(
                        new ApiServerSettings(URI.create("http://127.0.0.1:8001"), Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0.1:6443", "ftp://host", "https://", "https://a b", "https://host?x=1"})
    void what_is_no_url_is_refused(String text) {
        assertThatThrownBy(() -> invocation("--kubernetes-api-server=" + text))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("kubernetes-api-server")
                .hasMessageContaining("must be a URL such as https://10.0.0.1:6443");
    }
}
