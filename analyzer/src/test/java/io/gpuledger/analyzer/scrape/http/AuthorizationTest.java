package io.gpuledger.analyzer.scrape.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthorizationTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder;

    private final AtomicLong nanos = new AtomicLong(-5);

    @Test
    void a_token_is_read_anew_once_a_second() throws Exception {
        var file = Files.writeString(folder.resolve("token"), "one\n");
        var authorization = new Authorization(new Credentials.Bearer(file), nanos::get);
        assertThat(authorization.header()).isEqualTo("Authorization: Bearer one\r\n");

        Files.writeString(file, "two");
        assertThat(authorization.header()).contains("one");
        nanos.addAndGet(SECOND);
        assertThat(authorization.header()).contains("two");
    }

    @Test
    void a_token_of_several_lines_is_no_header() throws Exception {
        var file = Files.writeString(folder.resolve("token"), "one\r\nX-Evil: yes");
        var authorization = new Authorization(new Credentials.Bearer(file), nanos::get);

        assertThatExceptionOfType(FetchException.class)
                .isThrownBy(authorization::header)
                .withMessageContaining("one line of ASCII")
                .withMessageNotContaining("one\r");
    }

    @Test
    void nothing_is_shown_where_there_is_nothing() throws Exception {
        assertThat(new Authorization(Credentials.NONE, nanos::get).header()).isEmpty();
    }
}
