package io.gpuledger.analyzer.web;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A site of the fixed books and a fixed present, for all tests of a class.
final class FixedSite implements BeforeAllCallback, AfterAllCallback {
    private Optional<Site> site = Optional.empty();

    @Override
    public void beforeAll(ExtensionContext context) throws DatabaseException, SchemaException {
        var fixed = Site.ofFixedBooks();
        fixed.present = FixedPresent.at(FixedBooks.NOW.minusSeconds(12));
        site = Optional.of(fixed);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        site.ifPresent(Site::close);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return site.orElseThrow().get(path, headers);
    }

    HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        return site.orElseThrow().send(method, path, body, headers);
    }

    String page(String path) throws IOException, InterruptedException {
        return site.orElseThrow().page(path);
    }

    /// What an answer has under `data`.
    JsonNode data(String path) throws IOException, InterruptedException {
        return site.orElseThrow().data(path);
    }

    Endpoints endpoints() {
        return site.orElseThrow().endpoints;
    }

    Database database() {
        return site.orElseThrow().database();
    }

    /// Returns another site of the same books, at another time.
    Site at(Instant now) {
        return site.orElseThrow().at(now);
    }
}
