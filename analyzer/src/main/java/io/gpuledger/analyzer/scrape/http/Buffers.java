package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Where pages are put together: only so many at a time, and no memory for those that wait. A peer gets a buffer when
/// its answer begins, so that peers who do not answer keep none from those who do.
public final class Buffers {
    private static final int FIRST_LENGTH = 64 << 10;
    /// One that had to grow beyond this is not kept: it would lie around for a page that seldom comes.
    private static final int KEPT_LENGTH_MAX = 4 << 20;

    private final int limit;
    private final Semaphore free;
    private final Deque<Buffer> idle = new ArrayDeque<>();

    /// @param count how many pages are read at the same time
    /// @param limit in bytes, of a page as it comes and as it is unpacked
    public Buffers(int count, int limit) {
        this.limit = limit;
        this.free = new Semaphore(count);
    }

    int limit() {
        return limit;
    }

    /// The one that was used last, as long as it is warm.
    Buffer take(Deadline deadline) throws IOException {
        try {
            if (!free.tryAcquire() && !free.tryAcquire(deadline.millisLeft(), TimeUnit.MILLISECONDS)) {
                throw new SocketTimeoutException(
                        "too many pages are being read at the same time, and its turn did not come");
            }
        } catch (InterruptedException e) {
            throw NameResolver.interrupted(e);
        }
        synchronized (idle) {
            return idle.isEmpty() ? new Buffer() : idle.pop();
        }
    }

    /// Room for one page, and for what comes in before it is one.
    final class Buffer implements AutoCloseable {
        final ResponseStream response = new ResponseStream();
        private byte[] bytes = new byte[FIRST_LENGTH];
        private int length;

        byte[] bytes() {
            return bytes;
        }

        int length() {
            return length;
        }

        /// All that is there, up to the limit.
        void fill(InputStream body) throws IOException {
            length = 0;
            for (int more = 0; more >= 0; more = body.read(bytes, length, bytes.length - length)) {
                length += more;
                if (length > limit) {
                    throw new TooLongException(limit);
                }
                if (length == bytes.length) {
                    bytes = Arrays.copyOf(bytes, (int) Math.min(limit + 1L, bytes.length * 2L));
                }
            }
        }

        @Override
        public void close() {
            response.end();
            if (bytes.length <= KEPT_LENGTH_MAX) {
                synchronized (idle) {
                    idle.push(this);
                }
            }
            free.release();
        }
    }
}
