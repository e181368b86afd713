package io.gpuledger.service.http;

import io.helidon.webserver.http.HttpRouting;

/// Decides who is let in, once the web configuration file has set its headers and its rate.
public interface Guard {
    /// Asks for a password on all paths, where there are users.
    Guard OF_PASSWORDS = new Guard() {
        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public void add(HttpRouting.Builder routing, Passwords passwords) {
            routing.addFilter(new PasswordCheck(passwords));
        }
    };

    /// Says whether everybody has to say who he is, whatever the web configuration file says.
    boolean isClosed();

    /// Adds what is to see a request before all else.
    default void addFirst(HttpRouting.Builder routing) {}

    /// Adds its filters, and routes of its own.
    void add(HttpRouting.Builder routing, Passwords passwords);
}
