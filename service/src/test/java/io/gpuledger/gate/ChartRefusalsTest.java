package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The schema knows the names and the kinds of values, and the chart itself what does not go together.
class ChartRefusalsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {analyzer: {enabled: false}}                                        | There is nothing to install
        {prometheus: {url: "http://me:secret@prometheus:9090"}}             | prometheus.url has a password in it
        {database: {url: "postgres://me:secret@db/ledger"}}                 | database.url has a password in it
        {database: {url: "postgres://db/ledger?password=secret"}}           | database.url has a password in it
        {prometheus: {headers: {Authorization: Bearer abc}}}                | prometheus.headers has Authorization
        {database: {passwordSecret: {name: a}}}                             | needs database.url
        {prices: {lines: h100, configMap: {name: a}}}                       | prices.lines and prices.configMap
        {mail: {relay: "smtp:25"}}                                          | mail.relay needs mail.from
        {mail: {relay: "smtp:25", from: a@b.c, user: gpus}}                 | mail.user and mail.passwordSecret.name
        {prometheus: {url: "http://p", username: me}}                       | prometheus.username and prometheus.passwordSecret
        {scrape: {username: me, passwordSecret: {name: a}, bearerTokenSecret: {name: b}}} | the one or the other
        {analyzer: {serviceMonitor: {enabled: true}, podMonitor: {enabled: true}}} | scraped twice
        {analyzer: {ingress: {enabled: true}}}                              | needs analyzer.ingress.hosts
        {analyzer: {web: {tokenReview: true}}}                              | needs analyzer.web.accessSecret.name
        {analyzer: {web: {tokenReviewAudience: gpus}}}                      | needs analyzer.web.tokenReview
        {analyzer: {networkPolicy: {enabled: true}, serviceMonitor: {enabled: true}}} | analyzer.networkPolicy.from
        {prometheus: {url: "http://p", tls: {secret: a, cert: tls.crt}}}    | needs prometheus.tls.key
        {promtheus: {url: "http://p"}}                                      | promtheus
        {analyzer: {persistance: {size: 1Gi}}}                              | persistance
        {prometheus: {url: "prometheus:9090"}}                              | url
        {exporter: {image: {digest: "1234"}}}                               | digest
        """)
    void what_does_not_go_together_is_refused_with_what_to_do(String values, String why) {
        assertThatIllegalStateException()
                .isThrownBy(() -> Chart.render(Chart.map(values)))
                .withMessageContaining(why);
    }
}
