package io.gpuledger.analyzer.web.gate;

/// Makes the page on which people sign in.
@FunctionalInterface
public interface SignInForm {
    /// These are the fields that the page sends back, by POST, to where it is.
    String USER = "user";

    String PASSWORD = "password";
    String TOKEN = "token";
    String NEXT = "next";

    /// Holds what stands on the page.
    ///
    /// @param next is sent back as it is
    /// @param problem why nobody was let in; empty at first
    record Shown(String next, String problem) {}

    String html(Shown shown);
}
