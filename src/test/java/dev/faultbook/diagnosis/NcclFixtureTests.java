package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Verifies that the NCCL warnings in example logs are taken from NCCL's source, from the release
 * that the log names.
 */
class NcclFixtureTests {
  private static final String WARN = "NCCL WARN ";

  /** Amazon's network plug-in prints through NCCL, but its messages are its own. */
  private static final String PLUGIN = "NET/OFI";

  /** Older PyTorch prints 2.10.3 as 21.0.3, which is not a release. */
  private static final Pattern RELEASE = Pattern.compile("NCCL version (2\\.[0-9]+\\.[0-9]+)");

  private static final Pattern PLACE = Pattern.compile("%[-0-9.*]*(?:l|ll|h|z)*[a-zA-Z%]");

  /**
   * A format string of NCCL's source.
   *
   * @param first the oldest release that contains it; empty if unknown
   * @param last the newest release that contains it
   */
  private record Format(Pattern pattern, List<Integer> first, List<Integer> last) {
    boolean isOf(List<Integer> release) {
      return first.isEmpty()
          || Arrays.compare(toArray(first), toArray(release)) <= 0
              && Arrays.compare(toArray(release), toArray(last)) <= 0;
    }
  }

  private static int[] toArray(List<Integer> release) {
    return release.stream().mapToInt(Integer::intValue).toArray();
  }

  private static List<Format> formats() throws IOException {
    List<Format> formats = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/nccl/warnings.tsv"))) {
      if (!line.startsWith("#")) {
        String[] fields = line.split("\t", -1);
        formats.add(new Format(toPattern(fields[0]), release(fields[4]), release(fields[5])));
      }
    }
    return formats;
  }

  private static Pattern toPattern(String format) {
    String text = format.replace("\\n", "").replace("\\\"", "\"");
    StringBuilder pattern = new StringBuilder();
    Matcher place = PLACE.matcher(text);
    int from = 0;
    while (place.find()) {
      pattern.append(Pattern.quote(text.substring(from, place.start()))).append(".*");
      from = place.end();
    }
    return Pattern.compile(pattern.append(Pattern.quote(text.substring(from))).toString());
  }

  /** Parses {@code v2.19.3-1} or {@code 2.19.3}; {@code -} gives an empty list. */
  private static List<Integer> release(String tag) {
    return tag.equals("-")
        ? List.of()
        : Arrays.stream(tag.replace("v", "").replaceAll("-.*", "").split("\\."))
            .map(Integer::valueOf)
            .toList();
  }

  @Test
  void everyWarningIsOfTheReleaseThatItsLogNames() throws IOException {
    List<Format> formats = formats();
    List<String> wrong = new ArrayList<>();
    int seen = 0;
    for (Entry entry : ShippedCatalogue.knowledge().entries()) {
      for (ExampleLog log : entry.logs()) {
        List<String> lines = new String(log.bytes(), UTF_8).lines().toList();
        Set<String> releases =
            lines.stream()
                .map(RELEASE::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        for (String line : lines) {
          int at = line.indexOf(WARN);
          if (at >= 0 && !line.contains(PLUGIN)) {
            seen++;
            String text = line.substring(at + WARN.length()).strip();
            if (!isPrinted(text, releases, formats)) {
              wrong.add(entry.id() + "/" + log.name() + " " + releases + ": " + text);
            }
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(seen).isGreaterThan(100);
  }

  private static boolean isPrinted(String text, Set<String> releases, List<Format> formats) {
    List<Format> own = formats.stream().filter(f -> f.pattern().matcher(text).find()).toList();
    return releases.size() == 1
        ? own.stream().anyMatch(f -> f.isOf(release(releases.iterator().next())))
        : !own.isEmpty();
  }
}
