package dev.faultbook.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * The connector's protocol with a limit of connections per client. Tomcat limits them in all only:
 * one client that sends a byte of a header now and then could take them all. Public because Tomcat
 * creates it by its name.
 */
public final class CountedConnections extends Http11NioProtocol {
  /** Connections that every client keeps, also where there are too many clients: a browser's. */
  private static final int LEAST = 8;

  /**
   * Closes the connections of each client beyond a number.
   *
   * @param mostPerClient most connections of a client
   */
  void closeExcess(int mostPerClient) {
    Map<String, List<SocketWrapperBase<?>>> byClient = new HashMap<>();
    int total = 0;
    for (SocketWrapperBase<?> connection : getEndpoint().getConnections()) {
      String address = connection.getRemoteAddr();
      if (address != null) {
        byClient
            .computeIfAbsent(ClientAddress.networkOf(address), client -> new ArrayList<>())
            .add(connection);
        total++;
      }
    }
    int limit = limitFor(total, byClient.size(), mostPerClient, getMaxConnections());
    byClient
        .values()
        .forEach(connections -> connections.stream().skip(limit).forEach(SocketWrapperBase::close));
  }

  /**
   * Ends the input of a connection, so that a thread that reads from it continues; it can still
   * answer. A connection that has ended is ignored.
   *
   * @param id identifier as {@link jakarta.servlet.ServletConnection} gives it
   */
  void endInput(String id) {
    for (SocketWrapperBase<NioChannel> connection : getEndpoint().getConnections()) {
      if (connection.getServletConnection("http/1.1", "").getConnectionId().equals(id)) {
        try {
          connection.getSocket().getIOChannel().shutdownInput();
        } catch (IOException _) {
          connection.close();
        }
      }
    }
  }

  /** Once nearly all connections are taken, the clients share them. */
  static int limitFor(int total, int clients, int mostPerClient, int mostInAll) {
    int enough = (int) (0.9 * mostInAll);
    return total < enough
        ? mostPerClient
        : Math.min(mostPerClient, Math.max(LEAST, enough / clients));
  }
}
