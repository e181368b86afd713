package io.gpuledger.service.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/// An [SSLContext] that is another one each time that it is replaced. Servers take theirs once and for all.
final class LatestContext extends SSLContext {
    LatestContext(Supplier<Handshakes> latest) {
        super(new Latest(latest), latest.get().context().getProvider(), "TLS");
    }

    private static final class Latest extends SSLContextSpi {
        private final Supplier<Handshakes> latest;

        Latest(Supplier<Handshakes> latest) {
            this.latest = latest;
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("it is made ready");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return new LatestSockets(latest);
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return latest.get().context().getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return latest.get().context().createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return latest.get().context().createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return latest.get().context().getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return latest.get().context().getClientSessionContext();
        }
    }

    /// Server sides of connections that were accepted already.
    private static final class LatestSockets extends SSLSocketFactory {
        private final Supplier<Handshakes> latest;

        LatestSockets(Supplier<Handshakes> latest) {
            this.latest = latest;
        }

        @Override
        public Socket createSocket(Socket accepted, InputStream consumed, boolean autoClose) throws IOException {
            return latest.get().over(accepted);
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return latest.get().parameters().getCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return latest.get().parameters().getCipherSuites();
        }

        @Override
        public Socket createSocket(Socket socket, String host, int port, boolean autoClose) {
            throw new UnsupportedOperationException("this side is a server");
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException("this side is a server");
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
            throw new UnsupportedOperationException("this side is a server");
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException("this side is a server");
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
            throw new UnsupportedOperationException("this side is a server");
        }
    }
}
