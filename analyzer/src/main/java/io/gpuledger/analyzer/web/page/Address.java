package io.gpuledger.analyzer.web.page;

import io.gpuledger.analyzer.html.Element;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// The address of a page, relative to the root: all that the page shows follows from it.
public record Address(String path, String query) {
    /// Returns the address of a page that is asked nothing.
    public static Address of(String path) {
        return new Address(path, "");
    }

    /// Returns the address of a GPU's page.
    public static Address ofGpu(String cluster, String gpu) {
        return of("gpu").with("cluster", cluster).with("gpu", gpu);
    }

    /// Returns the address of a node's page.
    public static Address ofNode(String cluster, String node) {
        return of("node").with("cluster", cluster).with("node", node);
    }

    /// Returns the address of a team's page.
    public static Address ofTeam(String team) {
        return of("team").with("team", team);
    }

    /// Returns the address of a workload's page.
    public static Address ofWorkload(int id) {
        return of("workload").with("id", String.valueOf(id));
    }

    /// Returns the address of a pod's page.
    public static Address ofPod(String cluster, String namespace, String pod) {
        return of("pod").with("cluster", cluster).with("namespace", namespace).with("pod", pod);
    }

    /// Returns the address in which the parameter says this too.
    public Address with(String name, String value) {
        var said = name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
        return new Address(path, query.isEmpty() ? said : query + "&" + said);
    }

    /// Returns a link that leads there.
    public Element link(String words) {
        return Element.of("a", words).with("href", toString());
    }

    @Override
    public String toString() {
        return query.isEmpty() ? path : path + "?" + query;
    }
}
