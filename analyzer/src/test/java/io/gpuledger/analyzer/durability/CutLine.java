package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A line from a program to its database. While it is cut, nothing gets through, and neither side is told: as where a
/// cable is pulled, and not as where a program ends. What was under way when it was cut is lost with its connection.
final class CutLine implements AutoCloseable {
    private static final int BYTES = 1 << 16;

    private final ServerSocket listening;
    private final int server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition mended = lock.newCondition();
    private boolean isCut;

    /// @param server the port of the database
    CutLine(int server) throws IOException {
        this.server = server;
        this.listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    void cut() {
        lock.lock();
        try {
            isCut = true;
        } finally {
            lock.unlock();
        }
    }

    /// Both sides hear by now that the connections of before are gone.
    void mend() {
        lock.lock();
        try {
            isCut = false;
            mended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Returns whether it was cut meanwhile.
    private boolean awaitMended() throws InterruptedException {
        lock.lock();
        try {
            var wasCut = isCut;
            while (isCut) {
                mended.await();
            }
            return wasCut;
        } finally {
            lock.unlock();
        }
    }

    private void accept() {
        try {
            while (true) {
                var client = listening.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> connect(client));
            }
        } catch (IOException _) {
            // It was closed.
        }
    }

    private void connect(Socket client) {
        try {
            awaitMended();
            var behind = new Socket(InetAddress.getLoopbackAddress(), server);
            open.add(behind);
            Thread.ofVirtual().start(() -> pass(client, behind));
            pass(behind, client);
        } catch (IOException e) {
            close(client);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(Socket from, Socket to) {
        try {
            var bytes = new byte[BYTES];
            for (var read = from.getInputStream().read(bytes);
                    read >= 0;
                    read = from.getInputStream().read(bytes)) {
                if (awaitMended()) {
                    return;
                }
                to.getOutputStream().write(bytes, 0, read);
            }
            // One side has closed. While the line is cut, the other side must not hear of that.
            awaitMended();
        } catch (IOException _) {
            // Either side has closed.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            close(from);
            close(to);
        }
    }

    private void close(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException _) {
            // It is gone.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        mend();
        open.forEach(this::close);
    }
}
