package io.gpuledger.analyzer.html;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An element with all that is in it. It is whole from the start: there is no way to open one and to forget its end.
public record Element(String tag, List<Attribute> attributes, List<Node> children) implements Node {
    /// A name with a value, said of an element.
    ///
    /// @param value any text
    record Attribute(String name, String value) {
        Attribute {
            requireName(name);
        }
    }

    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*");

    /// These hold nothing, and are not closed.
    private static final Set<String> VOID = Set.of("br", "col", "hr", "img", "input", "link", "meta");

    /// What is in these is no HTML, and would have to be escaped in another way.
    private static final Set<String> RAW = Set.of("script", "style");

    public Element {
        requireName(tag);
        attributes = List.copyOf(attributes);
        children = List.copyOf(children);
        if (!children.isEmpty() && (RAW.contains(tag.toLowerCase(Locale.ROOT)) || isVoid(tag))) {
            throw new IllegalArgumentException("nothing can be put into " + tag);
        }
    }

    public static Element of(String tag, Node... children) {
        return new Element(tag, List.of(), List.of(children));
    }

    public static Element of(String tag, List<? extends Node> children) {
        return new Element(tag, List.of(), List.copyOf(children));
    }

    public static Element of(String tag, String text) {
        return of(tag, Node.text(text));
    }

    /// Runs a script of this project, once the page is there.
    public static Element scriptAt(String address) {
        return new Element("script", List.of(new Attribute("defer", ""), new Attribute("src", address)), List.of());
    }

    /// The same element with one attribute more, behind the others.
    public Element with(String name, String value) {
        var more = Stream.concat(attributes.stream(), Stream.of(new Attribute(name, value)));
        return new Element(tag, more.toList(), children);
    }

    boolean isVoid() {
        return isVoid(tag);
    }

    private static boolean isVoid(String tag) {
        return VOID.contains(tag.toLowerCase(Locale.ROOT));
    }

    private static void requireName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(name + " is no name of an element or an attribute");
        }
    }
}
