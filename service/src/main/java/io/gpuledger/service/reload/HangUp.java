package io.gpuledger.service.reload;

import static java.lang.System.Logger.Level.WARNING;

import java.lang.reflect.Proxy;

/// SIGHUP, which asks a service to read its files anew.
///
/// The JDK's only way to hear a signal is `sun.misc.Signal`, of the supported module jdk.unsupported. The compiler
/// warns
/// of it in a way that nothing can suppress, so that it is called by reflection.
final class HangUp {
    private static final System.Logger LOG = System.getLogger(HangUp.class.getName());

    private HangUp() {}

    static void handle(Runnable action) {
        try {
            var signal = Class.forName("sun.misc.Signal");
            var handler = Class.forName("sun.misc.SignalHandler");
            var proxy = Proxy.newProxyInstance(
                    HangUp.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), proxy);
        } catch (ReflectiveOperationException e) {
            LOG.log(WARNING, "SIGHUP cannot be heard: " + e);
        }
    }
}
