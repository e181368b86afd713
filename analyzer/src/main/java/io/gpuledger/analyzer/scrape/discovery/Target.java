package io.gpuledger.analyzer.scrape.discovery;

import io.gpuledger.analyzer.scrape.http.Url;
import java.time.Duration;
import java.util.Map;

/// A page to be scraped, again and again.
///
/// @param pool who found it: `static`, `file`, `http` or `kubernetes`
/// @param labels what is said of all that is on it, `cluster` and `node` for example; sorted
/// @param found what it was made of
public record Target(
        String pool, Url url, Map<String, String> labels, FoundTarget found, Duration interval, Duration timeout) {}
