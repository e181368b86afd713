package io.gpuledger.simulator.history;

import io.gpuledger.service.settings.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/// The simulator that plays the story whose past is sent, if it runs: one that plays another would go on with other
/// pods, and who takes in both has holders that nobody ever had.
public final class Present {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int OK = 200;

    private Present() {}

    /// Asks which story is played at an address; returns nothing where nobody says.
    public static Optional<String> story(Address address, String path) throws InterruptedException {
        try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            var request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                    .timeout(PATIENCE)
                    .build();
            var answer = client.send(request, BodyHandlers.ofString());
            return answer.statusCode() == OK ? Optional.of(answer.body().strip()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
