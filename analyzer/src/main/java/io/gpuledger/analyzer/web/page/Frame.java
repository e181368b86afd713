package io.gpuledger.analyzer.web.page;

import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Html;
import io.gpuledger.analyzer.html.Links;
import io.gpuledger.analyzer.html.Node;
import java.util.List;
import java.util.Optional;

/// Makes a page of its sections. Its links are relative, so that they hold behind a proxy that puts something before
/// all paths. It loads a style sheet and scripts from here, and nothing from elsewhere.
///
/// @param here the place that the page is in
/// @param path of the page
/// @param links where the foot of the page leads to, in that order
/// @param viewer who looks at it, who is led only where he may go
public record Frame(Optional<Place> here, String path, List<Link> links, Viewer viewer) {
    private static final String NAME = "gpu-ledger";
    private static final String SEARCH_PATH = "search";
    private static final String SEARCH = "Search for a GPU, node, pod, workload or team";

    public Frame {
        links = List.copyOf(links);
    }

    /// Returns the frame of a page.
    ///
    /// @param path of the page
    public static Frame of(String path, List<Link> links, Viewer viewer) {
        return new Frame(Place.of(path), path, links, viewer);
    }

    /// Returns the page, which says in its title where it is.
    public String around(Node sections) {
        return around(here.map(Place::words).orElse("where GPU time goes"), sections);
    }

    /// Returns the page.
    public String around(String title, Node sections) {
        var main = Element.of("main", new Links(this::isOpen).in(sections)).with("id", "content");
        var body = Element.of("body", Node.LINE, header(), Node.LINE, main, Node.LINE, footer());
        return Html.document(Element.of("html", head(title), Node.LINE, body).with("lang", "en"));
    }

    private Node head(String title) {
        return Element.of(
                "head",
                Node.LINE,
                Element.of("meta").with("charset", "utf-8"),
                Element.of("meta").with("name", "viewport").with("content", "width=device-width, initial-scale=1"),
                Element.of("title", title + " · " + NAME),
                Element.of("link").with("rel", "icon").with("href", "data:,"),
                Element.of("link").with("rel", "stylesheet").with("href", up() + Asset.STYLE.address()),
                Node.of(Asset.SCRIPTS.stream()
                        .map(script -> Element.scriptAt(up() + script.address()))
                        .toList()),
                Node.LINE);
    }

    private Node header() {
        var skip = Element.of("a", "To the content").with("class", "skip").with("href", "#content");
        var name = Element.of("a", NAME).with("class", "brand").with("href", root());
        var places = Element.of(
                        "nav",
                        Place.ALL.stream().filter(this::isOpen).map(this::link).toList())
                .with("aria-label", "Places");
        return Element.of(
                "header",
                skip,
                name,
                Node.LINE,
                places,
                Node.LINE,
                isOpen(up() + SEARCH_PATH) ? search() : Node.NONE,
                who());
    }

    /// Says whether a page may lead there. Who has not said who he is is led to nothing but our name.
    private boolean isOpen(String address) {
        if (viewer.equals(Viewer.NOBODY)) {
            return false;
        }
        return !viewer.isOfTeams() || OfTeams.isOpen(path, address);
    }

    /// Says whether a place is shown. The first page is about the fleet: who is told of some teams is led from it to
    /// them, and needs no place for it.
    private boolean isOpen(Place place) {
        return isOpen(up() + place.path()) && !(place == Place.OVERVIEW && viewer.isOfTeams());
    }

    private static boolean isRoot(Link link) {
        return link.path().equals("/");
    }

    /// Returns what leads from the page to the root.
    private String up() {
        var depth = path.chars().filter(c -> c == '/').count() - 1;
        return "../".repeat(Math.toIntExact(depth));
    }

    /// Says who looks at the page, where that had to be said.
    private Node who() {
        if (!viewer.isKnown()) {
            return Node.NONE;
        }
        return Element.of(
                        "form",
                        Element.of("span", viewer.name()).with("class", "faint"),
                        Node.text(" "),
                        Element.of("button", "Sign out").with("type", "submit"))
                .with("class", "who")
                .with("method", "post")
                .with("action", up() + "sign-out");
    }

    private Node link(Place place) {
        var a = Element.of("a", place.words()).with("href", place == Place.OVERVIEW ? root() : up() + place.path());
        return Node.of(here.filter(place::equals).isPresent() ? a.with("aria-current", "page") : a, Node.LINE);
    }

    private String root() {
        return up().isEmpty() ? "./" : up();
    }

    private Node search() {
        var field = Element.of("input")
                .with("type", "search")
                .with("name", "q")
                .with("placeholder", "GPU, node, pod, team …")
                .with("aria-label", SEARCH);
        return Element.of("form", field)
                .with("class", "search")
                .with("role", "search")
                .with("action", up() + SEARCH_PATH);
    }

    private Node footer() {
        var items = links.stream()
                .filter(link -> isOpen(link.path()) && !(isRoot(link) && viewer.isOfTeams()))
                .map(link -> Node.of(Node.LINE, item(link)))
                .toList();
        return items.isEmpty() ? Node.NONE : Element.of("footer", Element.of("ul", items));
    }

    private Element item(Link link) {
        var path = link.path().substring(1);
        var a = Element.of("a", link.path()).with("href", path.isEmpty() ? root() : up() + path);
        return Element.of("li", a, Node.text(" " + link.purpose()));
    }
}
