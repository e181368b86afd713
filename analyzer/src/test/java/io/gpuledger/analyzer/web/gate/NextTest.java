package io.gpuledger.analyzer.web.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NextTest {
    private static final URI SIGN_IN = URI.create("https://ledger.example/tools/sign-in");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://evil.example/",
                "//evil.example/",
                "///evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "/\t/evil.example",
                "/\n/evil.example",
                "javascript:alert(1)",
                "data:text/html,x",
                " /reports",
                "reports",
                "/reports#x",
                "/reports\r\nSet-Cookie: a=b",
                "/ä"
            })
    void what_is_no_path_of_this_site_leads_home(String said) {
        assertThat(Next.of(said)).isEqualTo(Next.HOME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/reports?week=2026-W47",
                "/findings?node=a%20b&x=https://evil.example/",
                "/a//evil.example/",
                "/../..//evil.example",
                "/@evil.example",
                "/:80"
            })
    void wherever_it_leads_is_on_this_site(String said) {
        var next = Next.of(said);
        assertThat(next.path()).isEqualTo(said);
        var led = SIGN_IN.resolve(next.fromSignIn());
        assertThat(led.getScheme()).isEqualTo("https");
        assertThat(led.getHost()).isEqualTo("ledger.example");
        assertThat(next.fromSignIn()).startsWith("./");
    }

    @Test
    void one_that_is_too_long_leads_home() {
        assertThat(Next.of("/" + "a".repeat(3_000))).isEqualTo(Next.HOME);
    }

    @ParameterizedTest
    @CsvSource({
        "/, ./sign-in",
        "/reports, ./sign-in?next=%2Freports",
        "/reports/vision/2026-W47, ../../sign-in?next=%2Freports%2Fvision%2F2026-W47",
        "/findings?node=a/b, ./sign-in?next=%2Ffindings%3Fnode%3Da%2Fb",
    })
    void the_page_to_sign_in_is_found_from_everywhere(String said, String expected) {
        assertThat(Next.of(said).toSignIn()).isEqualTo(expected);
        assertThat(URI.create("https://ledger.example/tools" + said)
                        .resolve(Next.of(said).toSignIn())
                        .getPath())
                .isEqualTo("/tools/sign-in");
    }
}
