package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Verifies that entries cite the original project, not a fork. A name does not show the difference,
 * so the owner of every cited repository is reviewed once, by hand, and listed in {@code
 * sources/github-owners.txt}.
 */
class CitedProjectsTests {
  private static final Pattern OWNER =
      Pattern.compile(
          "https://(?:github\\.com|raw\\.githubusercontent\\.com)/([A-Za-z0-9-]+)/",
          Pattern.CASE_INSENSITIVE);

  @Test
  void everyOwnerOfACitedRepositoryWasJudged() throws IOException {
    Set<String> reviewed = readOwners();
    Set<String> unknown = new TreeSet<>();
    for (Entry entry : ShippedCatalogue.knowledge().entries()) {
      for (Source source : entry.sources()) {
        Matcher owner = OWNER.matcher(source.url());
        while (owner.find()) {
          String name = owner.group(1).toLowerCase(Locale.ROOT);
          if (!reviewed.contains(name)) {
            unknown.add(entry.id() + ": " + source.url());
          }
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  private static Set<String> readOwners() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    CitedProjectsTests.class.getResourceAsStream("/sources/github-owners.txt")),
                StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.strip().toLowerCase(Locale.ROOT))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
