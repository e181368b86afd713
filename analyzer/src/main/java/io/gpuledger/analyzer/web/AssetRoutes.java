package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.web.page.Asset;
import io.gpuledger.service.http.Get;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;

/// Serves what pages load. Nothing of it is about a fleet, so whoever can connect may have it.
public final class AssetRoutes {
    /// Its address is another one when it is another.
    private static final Header FOR_GOOD =
            HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "public, max-age=31536000, immutable");

    /// While replicas are updated one after the other, a page of one may ask another for a version that it has not.
    private static final Header FOR_ONCE = HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "no-store");

    private AssetRoutes() {}

    public static void add(HttpRules rules) {
        Asset.ALL.forEach(asset -> Get.route(
                rules,
                "/" + asset.path(),
                (request, response) -> response.header(HeaderNames.CONTENT_TYPE, asset.mediaType())
                        .header(isAskedFor(asset, request) ? FOR_GOOD : FOR_ONCE)
                        .send(asset.text())));
    }

    private static boolean isAskedFor(Asset asset, ServerRequest request) {
        return request.query().first(Asset.VERSION).filter(asset.hash()::equals).isPresent();
    }
}
