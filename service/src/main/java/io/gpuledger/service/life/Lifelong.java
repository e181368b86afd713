package io.gpuledger.service.life;

import static java.lang.System.Logger.Level.ERROR;

/// Threads that are to live for as long as their program. One that something leaves is not missed by those who ask for
/// health: the program would look well, and not do its work. So the program ends with it, and whoever looks after it
/// starts it again.
///
/// Such a thread catches what it can go on after, and nothing else.
public final class Lifelong {
    private static final System.Logger LOG = System.getLogger(Lifelong.class.getName());

    /// All threads of the process share this. A part that a test runs by itself has no program that could end.
    private static volatile Runnable whenOneEnds = () -> {};

    private Lifelong() {}

    /// Makes a thread that waits for files, locks or native code. It is not started yet.
    public static Thread platform(String name, Runnable work) {
        return Thread.ofPlatform()
                .name(name)
                .daemon()
                .uncaughtExceptionHandler(Lifelong::ended)
                .unstarted(work);
    }

    /// Makes a thread that mostly waits for the network. It is not started yet.
    public static Thread virtual(String name, Runnable work) {
        return Thread.ofVirtual()
                .name(name)
                .uncaughtExceptionHandler(Lifelong::ended)
                .unstarted(work);
    }

    /// What happens when something leaves one of them, on that thread. Where memory runs out, that is said of any
    /// thread, as nobody knows what those of libraries leave undone.
    public static void whenOneEnds(Runnable end) {
        whenOneEnds = end;
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (thrown instanceof OutOfMemoryError) {
                ended(thread, thrown);
            } else {
                LOG.log(ERROR, "the thread %s has ended".formatted(thread.getName()), thrown);
            }
        });
    }

    private static void ended(Thread thread, Throwable thrown) {
        try {
            LOG.log(
                    ERROR,
                    "the thread %s has ended, which this program cannot do without (%s)"
                            .formatted(thread.getName(), thrown),
                    thrown);
        } finally {
            // Even if there is no memory for a word about it.
            whenOneEnds.run();
        }
    }
}
