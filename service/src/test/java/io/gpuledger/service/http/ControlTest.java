package io.gpuledger.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.auth.Verdict;
import io.gpuledger.service.settings.Address;
import io.helidon.http.HeaderNames;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ControlTest {
    private final AtomicInteger pressed = new AtomicInteger();
    private final Exchange http = new Exchange(HttpSettings.at(new Address("0.0.0.0", 0)), routing -> {
        routing.addFilter((chain, request, response) -> {
            if (request.headers().contains(HeaderNames.AUTHORIZATION)) {
                request.context().register(Verdict.WELCOME);
            }
            chain.proceed();
        });
        Control.route(routing, "/-/button", (request, response) -> {
            pressed.incrementAndGet();
            response.send("done\n");
        });
    });

    @AfterEach
    void close() {
        http.close();
    }

    private HttpResponse<String> press(String host, String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://%s:%d/-/button".formatted(host, http.port())))
                .POST(BodyPublishers.ofString("now"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.client().send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void somebody_on_this_machine_who_says_who_he_is_may() throws IOException, InterruptedException {
        assertThat(press("127.0.0.1", "X-Requested-By", "me").statusCode()).isEqualTo(200);
        assertThat(pressed).hasValue(1);
    }

    @Test
    void what_a_page_from_elsewhere_can_have_a_browser_send_is_refused() throws IOException, InterruptedException {
        var answer = press("127.0.0.1", "Origin", "http://evil.example.com", "Content-Type", "text/plain");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("X-Requested-By");
        assertThat(pressed).hasValue(0);
    }

    @Test
    void from_elsewhere_only_a_user_may() throws IOException, InterruptedException {
        var address = addressOfThisMachine();
        var answer = press(address, "X-Requested-By", "me");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("--web-config-file");
        assertThat(press(address, "X-Requested-By", "me", "Authorization", "Basic x")
                        .statusCode())
                .isEqualTo(200);
        assertThat(pressed).hasValue(1);
    }

    /// A connection from one's own address to it does not come from loopback.
    private static String addressOfThisMachine() throws SocketException {
        var address = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(one -> one.getAddress().length == 4 && !one.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
        Assumptions.assumeTrue(address.isPresent(), "this machine has no address but those of loopback");
        return address.orElseThrow();
    }
}
