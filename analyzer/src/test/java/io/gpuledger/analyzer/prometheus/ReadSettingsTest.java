package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadSettingsTest {
    @TempDir
    Path folder;

    private Map<String, String> headers(String text) throws IOException {
        return ReadSettings.headersFile(
                Files.writeString(folder.resolve("headers"), text).toString());
    }

    @Test
    void a_file_of_headers_has_one_a_line() throws IOException {
        assertThat(headers("X-Api-Key: a,b:c\n\nX-Scope-OrgID:gpus\n"))
                .isEqualTo(Map.of("X-Api-Key", "a,b:c", "X-Scope-OrgID", "gpus"));
    }

    @Test
    void what_is_wrong_in_it_is_named_by_its_line_and_never_shown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> headers("X-Scope-OrgID:gpus\nsecret\n"))
                .withMessage("must have a header as X-Api-Key:... in each line, and line 2 is none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> headers("Authorization: Bearer secret\n"))
                .withMessageContaining("must not have Authorization")
                .withMessageNotContaining("secret");
    }

    @Test
    void a_file_that_is_not_there_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> ReadSettings.headersFile(folder.resolve("nowhere").toString()))
                .withMessage("must be a file that this process can read (it is not there)");
    }
}
