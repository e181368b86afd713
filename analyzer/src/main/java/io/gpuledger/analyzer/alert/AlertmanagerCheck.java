package io.gpuledger.analyzer.alert;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/// Looks whether an Alertmanager takes alerts, by telling it of none.
public record AlertmanagerCheck(URI url, AlertSettings settings) {
    public static final String SUBJECT = "Alertmanager";

    private static final String FIX =
            "look whether it runs, at --alertmanager-urls and at the credentials of --alertmanager-*";

    public List<Line> lines() throws InterruptedException {
        try (var alertmanager = new Alertmanager(url, settings)) {
            return List.of(
                    switch (alertmanager.post("[]".getBytes(UTF_8))) {
                        case Answer.Taken _ -> new Ok(SUBJECT, url + " takes alerts");
                        case Answer.Refused refused -> fault(refused.words());
                        case Answer.Silence silence -> fault(silence.words());
                    });
        } catch (IOException e) {
            return List.of(fault(String.valueOf(e.getMessage())));
        }
    }

    private Line fault(String why) {
        return new Fault(SUBJECT, "%s takes no alerts: %s".formatted(url, why), FIX);
    }
}
