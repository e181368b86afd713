package io.gpuledger.analyzer.scrape.http;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The settings by which a peer is believed, and by which it believes us: TLS and credentials, each under the peer's
/// own prefix.
public final class AccessFlags {
    private final String prefix;
    private final Setting<Path> caFile;
    private final Setting<Path> certFile;
    private final Setting<Path> keyFile;
    private final Setting<Boolean> insecure;
    private final Setting<String> username;
    private final Setting<Path> passwordFile;
    private final Setting<Path> tokenFile;

    private AccessFlags(String prefix, String peer) {
        this.prefix = prefix;
        this.caFile = Setting.file(
                prefix + "-ca-file",
                "Certificates, in PEM, of those who sign the certificate of %s; the JDK's own list without it."
                        .formatted(peer));
        this.certFile =
                Setting.file(prefix + "-cert-file", "Our own certificate to show to %s, in PEM.".formatted(peer));
        this.keyFile = Setting.file(
                prefix + "-key-file", "The private key of the certificate to show to %s, in PEM.".formatted(peer));
        this.insecure = Setting.onOff(
                prefix + "-insecure-skip-verify", "Believes whoever answers in place of %s.".formatted(peer));
        this.username = Setting.text(prefix + "-username", "The name to show to %s.".formatted(peer));
        this.passwordFile = Setting.file(
                prefix + "-password-file",
                "The password that goes with the name to show to %s; read anew as it changes.".formatted(peer));
        this.tokenFile = Setting.file(
                prefix + "-bearer-token-file", "The token to show to %s; read anew as it changes.".formatted(peer));
    }

    /// Declares them for one kind of peer.
    ///
    /// @param prefix what the names of the settings begin with, as `alertmanager`
    /// @param peer what stands for it in a sentence, as `an Alertmanager`
    public static AccessFlags of(String prefix, String peer) {
        return new AccessFlags(prefix, peer);
    }

    /// Returns all of the settings.
    public List<Setting<?>> all() {
        return List.of(caFile, certFile, keyFile, insecure, username, passwordFile, tokenFile);
    }

    /// Returns the files that TLS needs.
    ///
    /// @param problems takes what does not go together
    public TlsFiles tls(Settings settings, List<String> problems) {
        var files = new TlsFiles(
                settings.find(caFile),
                settings.find(certFile),
                settings.find(keyFile),
                Optional.empty(),
                settings.get(insecure));
        files.check(prefix, problems);
        return files;
    }

    /// Returns what is to be shown to the peer.
    ///
    /// @param problems takes what does not go together
    public Credentials credentials(Settings settings, List<String> problems) {
        return Credentials.of(
                prefix, settings.find(username), settings.find(passwordFile), settings.find(tokenFile), problems);
    }

    /// Reads the address of a peer, without a slash at its end. Secrets in it would stand in logs, and a question would
    /// stand in the way of others.
    ///
    /// @param example what the address may look like
    public static URI url(String text, String example) {
        try {
            var url = new URI(text.replaceAll("/+$", ""));
            var isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (isHttp
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && url.getQuery() == null
                    && url.getFragment() == null) {
                return url;
            }
        } catch (URISyntaxException _) {
            // It is none, as others that can be read are none.
        }
        throw new IllegalArgumentException(
                "must be a URL without a name or a question, as %s, and `%s` is none".formatted(example, text));
    }
}
