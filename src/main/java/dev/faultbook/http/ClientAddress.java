package dev.faultbook.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/**
 * Tells clients apart by their address. Behind a proxy this is the proxy's unless {@code
 * server.forward-headers-strategy} says that the proxy's headers are to be believed.
 */
public final class ClientAddress {
  private ClientAddress() {}

  /**
   * The address of the client; of an IPv6 address its first 64 bits, because a client has all
   * addresses below them.
   */
  public static String of(HttpServletRequest request) {
    return networkOf(request.getRemoteAddr());
  }

  static String networkOf(String address) {
    if (address.indexOf(':') < 0 || address.indexOf('.') >= 0) {
      return address;
    }
    // Tomcat writes all eight groups (2001:db8:0:0:8d3:0:0:1) and may append a zone (%eth0).
    List<String> groups = List.of(address.split(":", -1));
    return groups.size() == 8 ? String.join(":", groups.subList(0, 4)) + "::/64" : address;
  }
}
