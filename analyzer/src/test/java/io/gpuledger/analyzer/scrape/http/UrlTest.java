package io.gpuledger.analyzer.scrape.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlTest {
    @ParameterizedTest
    @CsvSource({
        "http://a,                       http://a:80/,                    a",
        "HTTPS://a/m?x=1#y,              https://a:443/m?x=1,             a",
        "http://gpu_node_1:9400/metrics, http://gpu_node_1:9400/metrics,  gpu_node_1:9400",
        "http://[fd00::1]:9400/,         http://[fd00::1]:9400/,          [fd00::1]:9400",
        "http://[fe80::1%eth0]:9400,     http://[fe80::1%eth0]:9400/,     [fe80::1]:9400",
        "http://a:443?x,                 http://a:443/?x,                 a:443",
    })
    void a_url_is_read(String text, String whole, String authority) {
        var url = Url.parse(text);

        assertThat(url).hasToString(whole);
        assertThat(url.authority()).isEqualTo(authority);
        assertThat(Url.parse(whole)).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a:9400",
                "ftp://a/",
                "http://",
                "http:///m",
                "http://a:0/",
                "http://a:65536/",
                "http://a:b/",
                "http://user@a/",
                "http://a/ b",
                "http://a\r\nX: y/",
                "http://a/\r\nX: y",
                "http://fd00::1/"
            })
    void what_is_none_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Url.parse(text)).withMessageStartingWith("must ");
    }

    @ParameterizedTest
    @CsvSource({
        "http://b:1/x,   http://b:1/x",
        "https://b/x,    https://b:443/x",
        "//b/x,          http://b:80/x",
        "/x,             http://a:9400/x",
        "x,              http://a:9400/m/x",
        "?x,             http://a:9400/m/n?x",
    })
    void a_redirect_leads_from_where_one_is(String location, String to) {
        assertThat(Url.parse("http://a:9400/m/n?q").resolve(location)).hasToString(to);
    }

    @ParameterizedTest
    @CsvSource({
        "http://a:1/,  http://a:1/x,   true",
        "http://a:1/,  https://A:2/,   true",
        "https://a:1/, http://a:1/,    false",
        "http://a:1/,  http://a:2/,    false",
        "http://a:1/,  http://b.a:1/,  false",
    })
    void secrets_go_to_the_same_host_and_never_out_of_tls(String from, String to, boolean share) {
        assertThat(Url.parse(from).sharesSecretsWith(Url.parse(to))).isEqualTo(share);
    }
}
