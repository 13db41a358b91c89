package dev.faultbook.server;

import dev.faultbook.log.TextParts;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/**
 * Identifies clients by their address. Behind a proxy this is the proxy's, unless {@code
 * server.forward-headers-strategy} trusts the proxy's headers.
 */
public final class ClientAddress {
  private ClientAddress() {}

  /**
   * The address of the client; for IPv6 its first 64 bits, because one client can use all addresses
   * below them.
   */
  public static String of(HttpServletRequest request) {
    return networkOf(request.getRemoteAddr());
  }

  static String networkOf(String address) {
    if (address.indexOf(':') < 0 || address.indexOf('.') >= 0) {
      return address;
    }
    // Tomcat prints all eight groups (2001:db8:0:0:8d3:0:0:1), perhaps with a zone (%eth0).
    List<String> groups = TextParts.splitAt(address, ':');
    return groups.size() == 8 ? String.join(":", groups.subList(0, 4)) + "::/64" : address;
  }
}
