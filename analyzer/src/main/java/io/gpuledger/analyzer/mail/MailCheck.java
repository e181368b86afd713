package io.gpuledger.analyzer.mail;

import io.gpuledger.service.doctor.FolderLook;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Looks whether letters would get out: a relay is greeted, and left without a letter.
public record MailCheck(MailSettings settings) {
    public static final String SUBJECT = "mail";

    /// Returns no line where there are to be no letters.
    public List<Line> lines() {
        return settings.way().map(MailCheck::line).stream().toList();
    }

    private static Line line(MailSettings.Way way) {
        return switch (way) {
            case MailSettings.Way.Folder(Path folder) -> new FolderLook(SUBJECT, folder, "--mail-folder").line();
            case MailSettings.Way.Relay(RelaySettings relay) -> line(relay);
        };
    }

    private static Line line(RelaySettings relay) {
        try (var _ = new SmtpRelay(relay).open()) {
            var words = "the relay at %s lets us in".formatted(relay.address());
            return relay.tls() == MailTls.NONE
                    ? new Warning(SUBJECT, words + ", and all can read what goes there", "say --mail-tls=starttls")
                    : new Ok(SUBJECT, words);
        } catch (IOException e) {
            return new Fault(
                    SUBJECT,
                    String.valueOf(e.getMessage()),
                    "look at --mail-relay, --mail-tls, --mail-user and --mail-password-file, and at what is between");
        }
    }
}
