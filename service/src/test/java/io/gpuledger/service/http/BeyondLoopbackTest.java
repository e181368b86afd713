package io.gpuledger.service.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.gpuledger.gate.LogLines;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.webconfig.WebConfigFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(60)
@Isolated
class BeyondLoopbackTest {
    private final LogLines log = LogLines.of(HttpServer.class);

    @TempDir
    Path folder;

    @AfterEach
    void let_go() {
        log.close();
    }

    private List<String> warnings() {
        return log.lines().stream().filter(line -> line.startsWith("WARNING ")).toList();
    }

    private static void serve(String host, Optional<WebConfigFile> file) {
        var settings = new HttpSettings(new Address(host, 0), HttpLimits.DEFAULT, file);
        Exchange.serve(settings, _ -> {}).close();
    }

    @Test
    void who_listens_for_everybody_and_asks_nobody_who_he_is_says_so() {
        serve("0.0.0.0", Optional.empty());
        assertThat(warnings()).singleElement().asString().contains("--web-config-file");
    }

    @Test
    void who_asks_for_passwords_or_listens_on_loopback_has_nothing_to_say() throws IOException {
        var hash = BCrypt.withDefaults().hash(4, "red".getBytes(UTF_8));
        var file = Files.writeString(
                folder.resolve("web.yml"), "basic_auth_users:\n  ann: " + new String(hash, UTF_8) + "\n");
        serve("0.0.0.0", Optional.of(WebConfigFile.open(file.toString())));
        serve("127.0.0.1", Optional.empty());
        assertThat(warnings()).isEmpty();
    }
}
