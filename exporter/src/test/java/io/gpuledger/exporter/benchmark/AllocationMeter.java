package io.gpuledger.exporter.benchmark;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Properties;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/// Asks a JVM how many bytes all its threads have ever allocated on the heap.
final class AllocationMeter implements AutoCloseable {
    private static final String PREFIX = "com.sun.management.jmxremote.";

    private final JMXConnector connector;

    private AllocationMeter(JMXConnector connector) {
        this.connector = connector;
    }

    /// A JVM that we started ourselves is no danger to us.
    @SuppressWarnings("BanJNDI")
    private static AllocationMeter connect(String port) throws IOException {
        var url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:%s/jmxrmi".formatted(port));
        return new AllocationMeter(JMXConnectorFactory.connect(url));
    }

    /// Has the JVM listen on the loopback interface for its management, for as long as it lives.
    static AllocationMeter of(long pid) throws IOException {
        var port = Integer.toString(freePort());
        var settings = new Properties();
        settings.putAll(Map.of(
                PREFIX + "host", "127.0.0.1",
                PREFIX + "port", port,
                PREFIX + "rmi.port", port,
                PREFIX + "authenticate", "false",
                PREFIX + "ssl", "false"));
        try {
            var machine = VirtualMachine.attach(Long.toString(pid));
            machine.startManagementAgent(settings);
            machine.detach();
        } catch (AttachNotSupportedException e) {
            throw new IOException("cannot attach to " + pid, e);
        }
        return connect(port);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// Virtual threads allocate on behalf of their carriers, which count.
    long bytes() throws IOException {
        try {
            var threads = new ObjectName("java.lang:type=Threading");
            return (long) connector.getMBeanServerConnection().getAttribute(threads, "TotalThreadAllocatedBytes");
        } catch (JMException e) {
            throw new IOException("no such figure", e);
        }
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
