package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.scrape.ScrapeOutcome;

/// Says what to do where scraping a target fails.
final class TargetRemedy {
    private TargetRemedy() {}

    static String of(ScrapeOutcome outcome) {
        return switch (outcome) {
            case OK -> "";
            case CONNECT ->
                "See that the exporter runs, that the address is right, and that no firewall or network policy is"
                        + " between.";
            case TIMEOUT ->
                "See whether the node is overloaded or away; where its page just takes long, raise --scrape-timeout.";
            case TLS ->
                "Name who signed its certificate in --scrape-ca-file, its name in --scrape-server-name, or say http in"
                        + " the target's URL where it speaks no TLS.";
            case HTTP_STATUS ->
                "For 401 and 403 give a name or a token (--scrape-username, --scrape-bearer-token-file), for 404 the"
                        + " path of its page (--scrape-path); of others its own log tells more.";
            case REDIRECT -> "Name the address that it leads to as the target: redirects are not followed.";
            case BODY_LIMIT -> "Find out why its page is so long; where that is meant, raise --scrape-body-limit.";
            case BAD_ANSWER -> "See whether it is an exporter that listens there, and no proxy or other program.";
            case CREDENTIALS ->
                "Let this process read the files of --scrape-password-file, --scrape-bearer-token-file or"
                        + " --scrape-cert-file.";
            case BAD_PAGE ->
                "Look at its page: it has to be in the text format of Prometheus, with at most --scrape-max-series"
                        + " series.";
            case NOT_STORED -> "See to the database and to the disk of the analyzer: /readyz says what it lacks.";
            case DEFECT -> "Send the lines of the analyzer's log to who maintains it: this is a defect.";
        };
    }
}
