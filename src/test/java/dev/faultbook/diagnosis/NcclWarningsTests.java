package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.EntryKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verifies that every warning of NCCL, generated from its own format strings, is recognised by the
 * intended entry.
 */
class NcclWarningsTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  static Stream<Arguments> warnings() throws IOException {
    return Files.readAllLines(Path.of("src/test/resources/nccl/warnings.tsv")).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t", -1))
        .map(fields -> Arguments.of(fields[0], fields[1], fields[3]));
  }

  @ParameterizedTest(name = "{2}: {0}")
  @MethodSource("warnings")
  void isNamedByItsEntry(String format, String file, String entry) {
    String log =
        "node-03:4121:4188 [2] NCCL INFO Bootstrap: Using eth0:10.20.0.13<0>\n"
            + "node-03:4121:4188 [2] "
            + file.replaceFirst("^src/", "")
            + ":123 NCCL WARN "
            + filled(format)
            + "\n";
    List<Finding> findings = DIAGNOSER.diagnose(log.getBytes(UTF_8)).findings();
    Set<String> found =
        findings.stream().map(finding -> finding.entry().id()).collect(Collectors.toSet());
    if (entry.equals("-")) {
      assertThat(findings.stream().filter(f -> f.entry().kind() == EntryKind.CAUSE))
          .as(log)
          .isEmpty();
    } else {
      assertThat(found).as(log).contains(entry);
    }
  }

  /** Fills a printf format with values of the required types. */
  private static String filled(String format) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c != '%' || i + 1 == format.length()) {
        out.append(c);
        continue;
      }
      int end = i + 1;
      while (end < format.length() && "0123456789.-+*lhz".indexOf(format.charAt(end)) >= 0) {
        end++;
      }
      char type = end < format.length() ? format.charAt(end) : '%';
      out.append(
          switch (type) {
            case 's' -> "Some text";
            case 'x', 'X' -> "1f3a";
            case 'p' -> "0x7f12ab00";
            case 'f', 'g' -> "1.5";
            case 'c' -> "a";
            case '%' -> "%";
            default -> "42";
          });
      i = end;
    }
    return out.toString();
  }
}
