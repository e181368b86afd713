package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/// Remote write, as Prometheus posts it. For several threads at once.
final class Post implements AutoCloseable {
    /// How long a sender rests after a message that was not taken.
    static final Duration AGAIN = Duration.ofMillis(50);

    /// How long a sender waits for an answer that has nobody else to send to.
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /// What became of a message.
    enum Answer {
        TAKEN,
        NOT_TAKEN,
        /// Nobody is there, or went away.
        NONE
    }

    private final URI address;
    private final Duration timeout;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicReference<String> refusal = new AtomicReference<>("");

    Post(URI address) {
        this(address, TIMEOUT);
    }

    Post(URI address, Duration timeout) {
        this.address = address;
        this.timeout = timeout;
    }

    Answer send(byte[] message) throws InterruptedException {
        var request = HttpRequest.newBuilder(address)
                .timeout(timeout)
                .header("Content-Type", "application/x-protobuf")
                .header("Content-Encoding", "snappy")
                .header("X-Prometheus-Remote-Write-Version", "0.1.0")
                .POST(BodyPublishers.ofByteArray(message))
                .build();
        try {
            var answer = client.send(request, BodyHandlers.ofString());
            var status = answer.statusCode();
            if (status / 100 == 4 && status != 429) {
                refusal.set("%d %s".formatted(status, answer.body().strip()));
            }
            return status / 100 == 2 ? Answer.TAKEN : Answer.NOT_TAKEN;
        } catch (IOException _) {
            return Answer.NONE;
        }
    }

    /// The last answer that no sender would send again after: a defect, since all is well formed. Empty if none.
    String refusal() {
        return refusal.get();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
