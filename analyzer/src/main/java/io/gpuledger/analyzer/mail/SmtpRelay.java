package io.gpuledger.analyzer.mail;

import io.gpuledger.service.settings.SmallFile;
import io.gpuledger.service.tls.Certificates;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Authenticator;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// The way out by a mail relay.
final class SmtpRelay implements WayOut {
    private final RelaySettings settings;
    private final SmtpPatience patience;

    SmtpRelay(RelaySettings settings) {
        this(settings, SmtpPatience.of(settings.timeout()));
    }

    SmtpRelay(RelaySettings settings, SmtpPatience patience) {
        this.settings = settings;
        this.patience = patience;
    }

    @Override
    public String place() {
        return settings.address().toString();
    }

    @Override
    public Conversation open() throws IOException {
        var context = context(settings.authority());
        var socket = connected();
        try (var _ = Deadline.closing(socket, patience.transaction())) {
            var transport = new Transport(session(context.getSocketFactory()));
            transport.connect(settings.tls() == MailTls.IMPLICIT ? secured(socket, context) : socket);
            return new SmtpConversation(transport, socket, patience);
        } catch (MessagingException | IOException e) {
            Deadline.close(socket);
            throw new IOException("the relay at %s: %s".formatted(place(), why(e)), e);
        }
    }

    private Socket connected() throws IOException {
        var socket = new Socket();
        try {
            socket.connect(target(), Math.toIntExact(patience.connect().toMillis()));
            socket.setSoTimeout(Math.toIntExact(patience.read().toMillis()));
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException e) {
            Deadline.close(socket);
            throw new IOException(
                    "the relay at %s is not reached: %s; see --mail-relay".formatted(place(), Failures.words(e)), e);
        }
    }

    /// The name goes with the address, as it is the name that the relay's certificate has to be of.
    private InetSocketAddress target() throws IOException {
        var host = settings.address().host();
        var found = InetAddress.getByName(host);
        return new InetSocketAddress(
                InetAddress.getByAddress(host, found.getAddress()),
                settings.address().port());
    }

    private SSLSocket secured(Socket socket, SSLContext context) throws IOException {
        var secure = (SSLSocket) context.getSocketFactory()
                .createSocket(
                        socket, settings.address().host(), settings.address().port(), true);
        var parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    private Session session(SSLSocketFactory sockets) {
        var properties = new Properties();
        var isOptional = settings.tls() == MailTls.OPPORTUNISTIC;
        var isRequired = settings.tls() == MailTls.STARTTLS;
        properties.setProperty("mail.smtp.starttls.enable", String.valueOf(isOptional || isRequired));
        properties.setProperty("mail.smtp.starttls.required", String.valueOf(isRequired));
        properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        properties.put("mail.smtp.ssl.socketFactory", sockets);
        properties.setProperty("mail.smtp.host", settings.address().host());
        properties.setProperty("mail.smtp.auth", String.valueOf(settings.login().isPresent()));
        // Within TLS these are as good as any, and every relay has one of them.
        properties.setProperty("mail.smtp.auth.mechanisms", "PLAIN LOGIN");
        settings.login().ifPresent(login -> properties.setProperty("mail.smtp.user", login.user()));
        return Session.getInstance(properties, authenticator());
    }

    private Authenticator authenticator() {
        return new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                var login = settings.login().orElseThrow();
                return new PasswordAuthentication(login.user(), login.password().reveal());
            }
        };
    }

    private static SSLContext context(Optional<Path> authority) throws IOException {
        try {
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            if (authority.isPresent()) {
                factory.init(store(authority.get()));
            } else {
                factory.init((KeyStore) null);
            }
            var context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot speak TLS as configured: " + e.getMessage(), e);
        }
    }

    private static KeyStore store(Path file) throws IOException, GeneralSecurityException {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (var certificate : Certificates.parse(SmallFile.read(file))) {
                store.setCertificateEntry("authority-" + store.size(), certificate);
            }
            return store;
        } catch (IllegalArgumentException e) {
            throw new IOException("mail-ca-file: %s %s".formatted(file, e.getMessage()), e);
        } catch (IOException e) {
            throw new IOException("mail-ca-file: cannot read %s: %s".formatted(file, SmallFile.why(e)), e);
        }
    }

    /// Names what mends it, where that is known.
    private String why(Exception thrown) {
        var words = Failures.words(thrown);
        if (thrown instanceof AuthenticationFailedException) {
            return "it refuses the user or the password (see --mail-user and --mail-password-file): " + words;
        }
        if (words.contains("STARTTLS is required")) {
            return "it does not offer STARTTLS, which --mail-tls requires, and nothing is sent to it";
        }
        return isOfTls(thrown) ? "no TLS with it (see --mail-tls and --mail-ca-file): " + words : words;
    }

    private static boolean isOfTls(Throwable thrown) {
        for (var at = thrown; at != null; at = next(at)) {
            if (at instanceof SSLException || at instanceof GeneralSecurityException) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Throwable next(Throwable thrown) {
        return thrown instanceof MessagingException mail && mail.getNextException() != null
                ? mail.getNextException()
                : thrown.getCause();
    }
}
