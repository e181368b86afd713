package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.gate.SignInForm;
import io.gpuledger.analyzer.web.page.Frame;
import java.util.List;

/// The page on which people sign in: by a user and a password, or by a token. It needs no script.
public final class SignInPage implements SignInForm {
    private static final String PATH = "sign-in";

    @Override
    public String html(Shown shown) {
        return Frame.of("/" + PATH, List.of(), Viewer.NOBODY)
                .around(
                        "Sign in",
                        Node.of(
                                Element.of("h1", "Sign in"),
                                shown.problem().isEmpty()
                                        ? Node.NONE
                                        : Element.of("p", shown.problem())
                                                .with("class", "note")
                                                .with("role", "alert"),
                                form(
                                        shown,
                                        label(
                                                "User",
                                                input("text", USER)
                                                        .with("autocomplete", "username")
                                                        .with("autofocus", "")),
                                        label(
                                                "Password",
                                                input("password", PASSWORD).with("autocomplete", "current-password"))),
                                Element.of("p", "Or with a token:"),
                                form(
                                        shown,
                                        label("Token", input("password", TOKEN).with("autocomplete", "off")))));
    }

    private static Element form(Shown shown, Node... fields) {
        var next = Element.of("input").with("type", "hidden").with("name", NEXT).with("value", shown.next());
        return Element.of(
                        "form",
                        Node.of(fields),
                        next,
                        Element.of("button", "Sign in").with("type", "submit"))
                .with("class", "sign-in")
                .with("method", "post")
                .with("action", PATH);
    }

    private static Node label(String words, Element input) {
        return Element.of("p", Element.of("label", Node.text(words + " "), input));
    }

    private static Element input(String type, String name) {
        return Element.of("input").with("type", type).with("name", name).with("required", "");
    }
}
