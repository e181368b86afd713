package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.web.page.Asset;
import io.gpuledger.service.http.Get;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.HttpRules;

/// Serves what pages load. Nothing of it is about a fleet, so whoever can connect may have it.
public final class AssetRoutes {
    /// Its address is another one when it is another.
    private static final Header FOR_GOOD =
            HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "public, max-age=31536000, immutable");

    private AssetRoutes() {}

    public static void add(HttpRules rules) {
        Asset.ALL.forEach(asset -> Get.route(
                rules,
                "/" + asset.path(),
                (_, response) -> response.header(HeaderNames.CONTENT_TYPE, asset.mediaType())
                        .header(FOR_GOOD)
                        .send(asset.text())));
    }
}
