package dev.faultbook.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Signatures and the log in which to search for them.
 *
 * @param signatures the signatures, whose number is their index
 * @param log the bytes of the log
 */
record Workload(List<Signature> signatures, byte[] log) {
  static final String GENERATED = "generated";
  private static final String FEW_WORDS = "few-words";

  /**
   * A signature that consists of fragments.
   *
   * @param id id of the signature, from which the checksum is computed
   * @param fragments texts that a line must contain in this order
   */
  record Signature(String id, List<String> fragments) {
    /** The fragments as text with one character per byte. */
    List<String> latin1() {
      return fragments.stream().map(Signature::latin1).toList();
    }

    private static String latin1(String text) {
      return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * Creates a workload from files or from the generator.
   *
   * @param signatures a file in the format of {@code scan}, or the number of signatures to generate
   * @param log a file, {@link #GENERATED}, or {@link #FEW_WORDS} for a vocabulary of equally
   *     frequent words; a generated log needs generated signatures
   * @param limit most bytes of the log, which is truncated at the end of a line
   */
  static Workload of(String signatures, String log, int limit) throws IOException {
    boolean generated = signatures.chars().allMatch(Character::isDigit);
    boolean few = log.equals(FEW_WORDS);
    boolean written = few || log.equals(GENERATED);
    if (!generated && written) {
      throw new IllegalArgumentException("A file of signatures needs -Dbenchmark.log=FILE");
    }
    List<Signature> list =
        generated
            ? Generator.signatures(Integer.parseInt(signatures), few)
            : read(Path.of(signatures));
    byte[] bytes = written ? Generator.log(list, few) : Files.readAllBytes(Path.of(log));
    return new Workload(list, cut(bytes, limit));
  }

  /** The log as text with one character per byte. */
  String latin1() {
    return new String(log, StandardCharsets.ISO_8859_1);
  }

  private static byte[] cut(byte[] bytes, int limit) {
    int to = Math.min(bytes.length, limit);
    while (to > 0 && to < bytes.length && bytes[to - 1] != '\n') {
      to--;
    }
    return to == bytes.length ? bytes : Arrays.copyOf(bytes, to);
  }

  private static List<Signature> read(Path file) throws IOException {
    List<Signature> signatures = new ArrayList<>();
    for (String line : Files.readString(file, StandardCharsets.UTF_8).split("\n", -1)) {
      if (!line.isEmpty()) {
        List<String> fields = List.of(line.split("\t", -1));
        signatures.add(new Signature(fields.getFirst(), fields.subList(1, fields.size())));
      }
    }
    return signatures;
  }
}
