package io.gpuledger.service.signal;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.lang.reflect.Proxy;
import java.util.Objects;

/// A signal that asks a service to do something, such as SIGHUP.
///
/// The JDK's only way to hear one is `sun.misc.Signal`, of the supported module jdk.unsupported. The compiler warns of
/// it in a way that nothing can suppress, so that it is called by reflection.
public final class UnixSignal {
    private static final System.Logger LOG = System.getLogger(UnixSignal.class.getName());

    private UnixSignal() {}

    /// Runs the action, on a thread of the JVM's, each time that the signal comes. A program that was started with the
    /// signal ignored, as by nohup, never hears it: that is said, once.
    ///
    /// @param name without its SIG, as in `HUP`
    public static void handle(String name, Runnable action) {
        try {
            var signal = Class.forName("sun.misc.Signal");
            var handler = Class.forName("sun.misc.SignalHandler");
            var proxy = Proxy.newProxyInstance(
                    UnixSignal.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            var before = signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            if (Objects.equals(handler.getField("SIG_IGN").get(null), before)) {
                LOG.log(INFO, "SIG" + name + " is not heard, as whoever started this program had it ignored");
            }
        } catch (ReflectiveOperationException e) {
            LOG.log(WARNING, "SIG" + name + " cannot be heard: " + e);
        }
    }
}
