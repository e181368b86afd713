package io.gpuledger.analyzer.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// A mail relay that does what a test wants, and keeps account of what came to it.
public final class ScriptedRelay implements AutoCloseable {
    /// What goes wrong with a letter to an address.
    public enum Fault {
        NONE,
        GREYLISTED,
        NO_SUCH_USER,
        RELAYING_DENIED,
        HANGS_UP_AT_RCPT,
        TARPIT_AT_RCPT,
        HANGS_UP_AT_DATA,
        HANGS_UP_WITHIN_DATA,
        LETTER_DEFERRED,
        LETTER_REFUSED,
        /// It has the letter, and does not say so.
        TAKES_IT_AND_HANGS_UP,
        TAKES_IT_AND_IS_SILENT,
        SHUTS_DOWN
    }

    /// How far a transaction has come.
    public enum Reach {
        BEGUN,
        IN_DATA,
        /// It has all of the letter, and answered that it does, if that was heard.
        TAKEN,
        /// After that, another command came.
        GONE_ON,
        REFUSED
    }

    /// How it greets and secures.
    ///
    /// @param login `user:password` that it wants
    public record Manners(
            Optional<SSLContext> tls, boolean isImplicit, boolean offersStartTls, Optional<String> login) {
        public static final Manners PLAIN = new Manners(Optional.empty(), false, false, Optional.empty());
    }

    /// A letter to one address, as far as it came.
    public static final class Transaction {
        private final String to;
        private volatile Reach reach = Reach.BEGUN;
        private volatile String content = "";
        private volatile boolean isSecure;
        private volatile String user = "";

        Transaction(String to) {
            this.to = to;
        }

        public String to() {
            return to;
        }

        public Reach reach() {
            return reach;
        }

        public String content() {
            return content;
        }

        boolean isSecure() {
            return isSecure;
        }

        String user() {
            return user;
        }

        public boolean isTaken() {
            return reach == Reach.TAKEN || reach == Reach.GONE_ON;
        }
    }

    /// What a test says to a letter.
    public record Asked(String to, int times) {}

    private final ServerSocket server;
    private final Manners manners;
    private final Function<Asked, Fault> script;
    private final Duration pause;
    private final List<Transaction> transactions = new CopyOnWriteArrayList<>();
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> times = new ConcurrentHashMap<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /// @param pause before it answers to a whole letter
    public ScriptedRelay(Manners manners, Duration pause, Function<Asked, Fault> script) throws IOException {
        this.manners = manners;
        this.pause = pause;
        this.script = script;
        this.server = new ServerSocket(0, 100, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(this::accept);
    }

    static ScriptedRelay plain(Function<Asked, Fault> script) throws IOException {
        return new ScriptedRelay(Manners.PLAIN, Duration.ZERO, script);
    }

    public static ScriptedRelay good(Manners manners) throws IOException {
        return new ScriptedRelay(manners, Duration.ZERO, _ -> Fault.NONE);
    }

    public int port() {
        return server.getLocalPort();
    }

    public List<Transaction> transactions() {
        return List.copyOf(transactions);
    }

    /// Returns the letters that it has.
    public List<Transaction> taken() {
        return transactions.stream().filter(Transaction::isTaken).toList();
    }

    List<String> commands() {
        return List.copyOf(commands);
    }

    private void accept() {
        try {
            while (true) {
                var socket = server.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException _) {
            // It is closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            new Talk(manners.isImplicit() ? secured(socket) : socket, manners.isImplicit()).all();
        } catch (IOException _) {
            // The other side has hung up.
        } finally {
            sockets.remove(socket);
        }
    }

    private Socket secured(Socket socket) throws IOException {
        var secure = (SSLSocket) manners.tls().orElseThrow().getSocketFactory().createSocket(socket, null, true);
        secure.setUseClientMode(false);
        secure.startHandshake();
        return secure;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (var socket : sockets) {
            socket.close();
        }
    }

    /// One connection.
    private final class Talk {
        private Socket socket;
        private boolean isSecure;
        private InputStream in;
        private String user = "";
        private Optional<Transaction> latest = Optional.empty();
        private Fault fault = Fault.NONE;

        Talk(Socket socket, boolean isSecure) throws IOException {
            this.socket = socket;
            this.isSecure = isSecure;
            this.in = socket.getInputStream();
        }

        void all() throws IOException {
            say("220 scripted.example ESMTP");
            while (true) {
                var line = line();
                if (line.isEmpty()) {
                    return;
                }
                latest.filter(one -> one.reach == Reach.TAKEN).ifPresent(one -> one.reach = Reach.GONE_ON);
                commands.add(line.get());
                if (!obey(line.get())) {
                    return;
                }
            }
        }

        /// Returns whether it goes on.
        private boolean obey(String line) throws IOException {
            var words = line.split(" ", 2);
            switch (words[0].toUpperCase(Locale.ROOT)) {
                case "EHLO" -> greet();
                case "STARTTLS" -> {
                    say("220 go on");
                    socket = secured(socket);
                    in = socket.getInputStream();
                    isSecure = true;
                }
                case "AUTH" -> authenticate(words[1]);
                case "MAIL" ->
                    say(manners.login().isPresent() && user.isEmpty() ? "530 5.7.0 who are you" : "250 2.1.0 ok");
                case "RCPT" -> {
                    return recipient(line);
                }
                case "DATA" -> {
                    return data();
                }
                case "RSET", "NOOP" -> say("250 2.0.0 ok");
                case "QUIT" -> {
                    say("221 2.0.0 bye");
                    return false;
                }
                default -> say("502 5.5.2 what is " + words[0]);
            }
            return true;
        }

        private void greet() throws IOException {
            var lines = new ArrayList<>(List.of("scripted.example", "SIZE 10000000"));
            if (manners.offersStartTls() && !isSecure) {
                lines.add("STARTTLS");
            }
            if (manners.login().isPresent() && (isSecure || manners.tls().isEmpty())) {
                lines.add("AUTH PLAIN");
            }
            for (var i = 0; i < lines.size(); i++) {
                say("250" + (i == lines.size() - 1 ? " " : "-") + lines.get(i));
            }
        }

        private void authenticate(String words) throws IOException {
            var given = new String(Base64.getDecoder().decode(words.replaceFirst("PLAIN ", "")), ISO_8859_1);
            if (given.replace('\0', ':').endsWith(":" + manners.login().orElse("?"))) {
                user = given.split("\0", -1)[1];
                say("235 2.7.0 welcome");
            } else {
                say("535 5.7.8 no");
            }
        }

        private boolean recipient(String line) throws IOException {
            var to = line.replaceFirst("(?i)RCPT TO:<([^>]*)>.*", "$1");
            var one = new Transaction(to);
            one.isSecure = isSecure;
            one.user = user;
            transactions.add(one);
            latest = Optional.of(one);
            fault = script.apply(new Asked(to, times.merge(to, 1, Integer::sum)));
            switch (fault) {
                case GREYLISTED -> say("450 4.2.0 come again");
                case NO_SUCH_USER -> say("550 5.1.1 no such user");
                case RELAYING_DENIED -> say("550 5.7.1 relaying denied");
                case SHUTS_DOWN -> {
                    say("421 4.3.2 closing");
                    return false;
                }
                case HANGS_UP_AT_RCPT -> {
                    return false;
                }
                case TARPIT_AT_RCPT -> tarpit();
                default -> say("250 2.1.5 ok");
            }
            return true;
        }

        /// A line now and then, and no end.
        private void tarpit() throws IOException {
            while (!socket.isClosed()) {
                say("250-wait");
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }

        private boolean data() throws IOException {
            if (fault == Fault.HANGS_UP_AT_DATA) {
                return false;
            }
            var one = latest.orElseThrow();
            one.reach = Reach.IN_DATA;
            say("354 go on");
            if (fault == Fault.HANGS_UP_WITHIN_DATA) {
                line();
                return false;
            }
            var content = content();
            if (content.isEmpty()) {
                return false;
            }
            one.content = content.get();
            return switch (fault) {
                case LETTER_DEFERRED -> answer(one, "451 4.3.0 later");
                case LETTER_REFUSED -> answer(one, "554 5.6.0 not this");
                case TAKES_IT_AND_HANGS_UP -> {
                    one.reach = Reach.TAKEN;
                    yield false;
                }
                case TAKES_IT_AND_IS_SILENT -> {
                    one.reach = Reach.TAKEN;
                    line();
                    yield false;
                }
                default -> {
                    LockSupport.parkNanos(pause.toNanos());
                    one.reach = Reach.TAKEN;
                    say("250 2.0.0 taken");
                    yield true;
                }
            };
        }

        private boolean answer(Transaction one, String words) throws IOException {
            one.reach = Reach.REFUSED;
            say(words);
            return true;
        }

        /// Returns what came before the dot; nothing where the other side hung up before it.
        private Optional<String> content() throws IOException {
            var content = new StringBuilder();
            while (true) {
                var line = line();
                if (line.isEmpty() || line.get().equals(".")) {
                    return line.map(_ -> content.toString());
                }
                content.append(line.get().startsWith(".") ? line.get().substring(1) : line.get())
                        .append("\r\n");
            }
        }

        private Optional<String> line() throws IOException {
            var bytes = new ByteArrayOutputStream();
            for (var b = in.read(); b >= 0; b = in.read()) {
                bytes.write(b);
                if (b == '\n') {
                    var line = bytes.toString(ISO_8859_1);
                    return Optional.of(line.replaceFirst("\r?\n$", ""));
                }
            }
            return Optional.empty();
        }

        private void say(String line) throws IOException {
            var out = socket.getOutputStream();
            out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }
}
