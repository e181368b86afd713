package io.gpuledger.exporter.attribution.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.exporter.attribution.apiserver.FakeApiServer.Asked;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/// A watch that a client has begun; a test says what it tells.
final class FakeWatch {
    private final OutputStream out;
    private final Asked asked;
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean broken;

    FakeWatch(OutputStream out, Asked asked) {
        this.out = out;
        this.asked = asked;
    }

    Asked asked() {
        return asked;
    }

    FakeWatch tells(String type, String object) throws IOException {
        return says("{\"type\":\"%s\",\"object\":%s}\n".formatted(type, object));
    }

    FakeWatch says(String text) throws IOException {
        out.write(text.getBytes(UTF_8));
        out.flush();
        return this;
    }

    /// Ends the watch as when the time that the client asked for is over.
    void ends() {
        end.countDown();
    }

    /// Breaks the watch as when the machine falls over: what has begun is never ended.
    void breaks() {
        broken = true;
        end.countDown();
    }

    /// Waits until the other side has hung up.
    void awaitNobodyListens() {
        try {
            while (true) {
                says("\n");
            }
        } catch (IOException _) {
            ends();
        }
    }

    void awaitEnd() throws InterruptedException, IOException {
        end.await();
        if (broken) {
            // The exchange closes its connection when its handler fails.
            throw new IOException("broken");
        }
    }
}
