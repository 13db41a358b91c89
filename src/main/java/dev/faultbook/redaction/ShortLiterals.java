package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds literals of two and three bytes, without regard to the case of ASCII letters, by a table of
 * their first two bytes. The finder of longer literals would look up every byte of a log for them.
 */
final class ShortLiterals {

  /** Literals with the same first two bytes. */
  private record Group(List<byte[]> literals, List<Integer> numbers) {}

  /** Receives the number and the first byte of a literal. */
  interface Found {
    void accept(int literal, int at);
  }

  private final List<Group> groups = new ArrayList<>();

  /** The place of a group in {@link #groups}, plus one, by the first two bytes; 0 without one. */
  private final byte[] groupOfPair = new byte[1 << 16];

  /** Whether a literal is one for this class. */
  static boolean isShort(String literal) {
    int bytes = literal.getBytes(UTF_8).length;
    return bytes == 2 || bytes == 3;
  }

  /** Adds a literal in lower case. */
  void add(String literal, int number) {
    byte[] bytes = literal.getBytes(UTF_8);
    int pair = pairAt(bytes, 0);
    if (groupOfPair[pair] == 0) {
      groups.add(new Group(new ArrayList<>(), new ArrayList<>()));
      groupOfPair[pair] = (byte) groups.size();
    }
    Group group = groups.get(groupOfPair[pair] - 1);
    group.literals().add(bytes);
    group.numbers().add(number);
  }

  void findIn(byte[] bytes, Found found) {
    for (int i = 0; i + 1 < bytes.length; i++) {
      int group = groupOfPair[pairAt(bytes, i)];
      if (group != 0) {
        findAt(bytes, i, groups.get(group - 1), found);
      }
    }
  }

  private static void findAt(byte[] bytes, int at, Group group, Found found) {
    for (int i = 0; i < group.literals().size(); i++) {
      byte[] literal = group.literals().get(i);
      boolean third =
          literal.length == 2 || (at + 2 < bytes.length && fold(bytes[at + 2]) == fold(literal[2]));
      if (third) {
        found.accept(group.numbers().get(i), at);
      }
    }
  }

  private static int pairAt(byte[] bytes, int at) {
    return fold(bytes[at]) << 8 | fold(bytes[at + 1]);
  }

  private static int fold(byte b) {
    return b >= 'A' && b <= 'Z' ? b | 0x20 : b & 0xFF;
  }
}
