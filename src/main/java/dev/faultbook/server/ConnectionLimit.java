package dev.faultbook.server;

import dev.faultbook.settings.FaultbookProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Limits the connections of the server: per client, and in all by their memory. */
@Component
class ConnectionLimit
    implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {
  /** What a connection takes while it sends a header of the greatest length, in bytes. */
  private static final long BYTES_OF_CONNECTION = 110 * 1024;

  private static final int LEAST = 256;

  private final int mostPerClient;
  private volatile @Nullable CountedConnections connections;

  ConnectionLimit(FaultbookProperties settings, Environment environment) {
    // Behind a proxy all connections are the proxy's.
    boolean proxied =
        !environment.getProperty("server.forward-headers-strategy", "none").equals("none");
    this.mostPerClient = proxied ? Integer.MAX_VALUE : settings.http().maxConnectionsPerClient();
  }

  /** After the settings below {@code server.tomcat}. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.setProtocol(CountedConnections.class.getName());
    factory.addConnectorCustomizers(
        connector -> {
          if (connector.getProtocolHandler() instanceof CountedConnections counted) {
            counted.setMaxConnections(Math.min(counted.getMaxConnections(), mostInAll()));
            connections = counted;
          }
        });
  }

  /** Ends the input of a connection; see {@link CountedConnections#endInput}. */
  void endInput(String id) {
    CountedConnections current = connections;
    if (current != null) {
      current.endInput(id);
    }
  }

  /** As many as fit into a quarter of the heap. */
  private static int mostInAll() {
    return (int) Math.max(LEAST, Runtime.getRuntime().maxMemory() / 4 / BYTES_OF_CONNECTION);
  }

  @Scheduled(fixedRate = 1000)
  void closeExcess() {
    CountedConnections current = connections;
    if (current != null && mostPerClient < Integer.MAX_VALUE) {
      current.closeExcess(mostPerClient);
    }
  }
}
