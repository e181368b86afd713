package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.write.WriteMessages;
import io.gpuledger.analyzer.parse.write.WriteMessages.Sample;
import io.gpuledger.analyzer.parse.write.WriteMessages.Series;
import io.gpuledger.analyzer.parse.write.WriteVersion;
import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A real server that is written to by remote write.
public final class RealServer implements AutoCloseable {
    private static final int PIECE = 20_000;
    private static final int SUCCESS = 2;

    private final HttpClient client = HttpClient.newHttpClient();
    private final RunningProgram program;
    private final int port;

    private RealServer(int port, String ready, List<String> command) throws InterruptedException {
        this.port = port;
        this.program = RunningProgram.start(command);
        program.await(ready);
    }

    public static RealServer prometheus(Path folder) throws IOException, InterruptedException {
        var port = FreePort.find();
        return new RealServer(
                port,
                "(Server is ready)",
                List.of(
                        Counterpart.find("prometheus", "prometheus").toString(),
                        "--config.file=" + Files.writeString(folder.resolve("prometheus.yml"), "global: {}\n"),
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.enable-remote-write-receiver",
                        "--web.listen-address=127.0.0.1:" + port));
    }

    public static RealServer victoriaMetrics(Path folder) throws InterruptedException {
        var port = FreePort.find();
        return new RealServer(
                port,
                "(started VictoriaMetrics)",
                List.of(
                        Counterpart.find("victoria-metrics", "victoria-metrics").toString(),
                        "-storageDataPath=" + folder,
                        "-httpListenAddr=127.0.0.1:" + port));
    }

    /// Its labels are names and values by turns, `__name__` among them.
    void write(List<String> labels, List<Kept> samples) throws IOException, InterruptedException {
        for (var from = 0; from < samples.size(); from += PIECE) {
            var piece = samples.subList(from, Math.min(samples.size(), from + PIECE)).stream()
                    .map(one -> new Sample(one.value(), one.millis()))
                    .toList();
            var body = WriteMessages.body(WriteVersion.V1, new Series(labels, piece));
            send(packed("/api/v1/write", body)).body().close();
        }
    }

    /// Posts a message that snappy has packed.
    public HttpResponse<InputStream> post(String path, byte[] body) throws IOException, InterruptedException {
        return send(packed(path, body));
    }

    public InputStream get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).build()).body();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpRequest packed(String path, byte[] body) {
        return HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/x-protobuf")
                .header("Content-Encoding", "snappy")
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException {
        var response = client.send(request, BodyHandlers.ofInputStream());
        if (response.statusCode() / 100 != SUCCESS) {
            var words = new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
            throw new AssertionError(response + ": " + words);
        }
        return response;
    }

    @Override
    public void close() {
        program.close();
        client.close();
    }
}
