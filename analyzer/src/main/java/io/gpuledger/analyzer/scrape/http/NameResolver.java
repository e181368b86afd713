package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Resolves names on a few threads of its own: the system's resolver knows no deadline, and a name server that is
/// silent would hold the threads that carry all other scrapes.
final class NameResolver implements AutoCloseable {
    private static final int THREADS = 8;
    private static final int WAITING_MAX = 50_000;

    private final ExecutorService resolvers;

    NameResolver() {
        var pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                Thread.ofPlatform().name("names-", 0).daemon().factory());
        pool.allowCoreThreadTimeOut(true);
        this.resolvers = pool;
    }

    /// Returns the addresses of a host, which are one or more.
    List<InetAddress> resolve(String host, Deadline deadline) throws IOException {
        if (isLiteral(host)) {
            return List.of(InetAddress.ofLiteral(host));
        }
        try {
            return resolvers
                    .submit(() -> List.of(InetAddress.getAllByName(host)))
                    .get(deadline.millisLeft(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw unknown(host, e);
        } catch (TimeoutException e) {
            throw late(host, e);
        } catch (RejectedExecutionException e) {
            throw unknown(host, e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static boolean isLiteral(String host) {
        var last = host.charAt(host.length() - 1);
        return host.contains(":") || (last >= '0' && last <= '9' && host.matches("[0-9.]+"));
    }

    private static IOException unknown(String host, Exception e) {
        var unknown = new UnknownHostException("the name " + host + " cannot be resolved");
        unknown.initCause(e);
        return unknown;
    }

    private static IOException late(String host, Exception e) {
        var late = new SocketTimeoutException("the name server does not answer for " + host);
        late.initCause(e);
        return late;
    }

    static IOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        var interrupted = new InterruptedIOException("it was told to stop");
        interrupted.initCause(e);
        return interrupted;
    }

    @Override
    public void close() {
        resolvers.shutdownNow();
    }
}
