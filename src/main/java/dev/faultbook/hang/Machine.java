package dev.faultbook.hang;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that a tool shows to be wrong with a machine.
 *
 * @param what its name in JSON and in message keys
 * @param entry id of the page about it; empty if there is none
 * @param node its host, or null
 * @param device the GPU or port; empty if none is printed
 * @param said what the tool printed: {@code Pending: Yes}
 * @param line where it stands
 * @param awaited whether it is the machine of an awaited process
 */
public record Machine(
    String what,
    String entry,
    @Nullable String node,
    String device,
    String said,
    Frame line,
    boolean awaited) {
  private static final int MAX_SAID = 120;

  boolean isLike(Machine other) {
    return what.equals(other.what)
        && device.equals(other.device)
        && String.valueOf(node).equals(String.valueOf(other.node));
  }

  Machine on(@Nullable String host) {
    return new Machine(what, entry, node == null ? host : node, device, said, line, awaited);
  }

  /** Whether it is one of some hosts, which may be named in short. */
  Machine awaitedOn(Set<String> hosts) {
    boolean of = node != null && hosts.contains(shorten(node));
    return new Machine(what, entry, node, device, said, line, of);
  }

  /** A host without its domain; an address as it is. */
  public static String shorten(String host) {
    int dot = host.indexOf('.');
    return dot < 0 || host.charAt(0) >= '0' && host.charAt(0) <= '9'
        ? host
        : host.substring(0, dot);
  }

  /** Both in one, if it is not too long. */
  Machine and(Machine other) {
    boolean adds = said.length() < MAX_SAID && !said.contains(other.said);
    String both = adds ? said + "; " + other.said : said;
    return new Machine(what, entry, node, device, both, line, awaited);
  }
}
