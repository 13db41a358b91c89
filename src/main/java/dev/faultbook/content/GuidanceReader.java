package dev.faultbook.content;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads {@code retry:} and {@code headline:} of an entry. */
final class GuidanceReader {
  private static final int MAX_HEADLINE_LENGTH = 140;

  private final String file;
  private final Set<String> known;
  private final ContentErrors faults;

  /**
   * @param known names of the captures and facts that a headline may use
   */
  GuidanceReader(String file, Set<String> known, ContentErrors faults) {
    this.file = file;
    this.known = known;
    this.faults = faults;
  }

  Entry.Guidance readGuidance(YamlMap yaml) {
    return new Entry.Guidance(readRetry(yaml), readHeadline(yaml));
  }

  private Optional<Retry> readRetry(YamlMap yaml) {
    if (!yaml.has("retry")) {
      return Optional.empty();
    }
    YamlMap retry = yaml.readMap("retry");
    retry.allowOnly(Set.of("verdict", "action", "because"));
    String verdict = retry.oneOf("verdict", tagsOf(Retry.Verdict.values()));
    String action = retry.oneOf("action", tagsOf(Retry.Action.values()));
    if (!retry.has("because")) {
      faults.add(file, retry.lineOf("verdict"), "retry: needs a reason: `because: {en: …, zh: …}`");
      return Optional.empty();
    }
    LocalizedText because = readText(retry.readMap("because"));
    if (verdict.isEmpty() || action.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Retry(
            Retry.Verdict.valueOf(verdict.toUpperCase(Locale.ROOT)),
            Retry.Action.valueOf(action.toUpperCase(Locale.ROOT)),
            because));
  }

  private static List<String> tagsOf(Enum<?>[] values) {
    return Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }

  private Optional<LocalizedText> readHeadline(YamlMap yaml) {
    if (!yaml.has("headline")) {
      return Optional.empty();
    }
    LocalizedText headline = readText(yaml.readMap("headline"));
    checkHeadline(yaml.lineOf("headline"), headline.en());
    checkHeadline(yaml.lineOf("headline"), headline.zh());
    return Optional.of(headline);
  }

  private static LocalizedText readText(YamlMap yaml) {
    yaml.allowOnly(Set.of("en", "zh"));
    return new LocalizedText(yaml.requireText("en"), yaml.requireText("zh"));
  }

  private void checkHeadline(int line, String headline) {
    if (headline.length() > MAX_HEADLINE_LENGTH) {
      faults.add(file, line, "headline: is longer than " + MAX_HEADLINE_LENGTH + " characters");
    }
    for (String name : Headline.variableNames(headline)) {
      if (!known.contains(name)) {
        faults.add(
            file,
            line,
            "headline: no signature of the entry captures '"
                + name
                + "', and no fact has this name");
      }
    }
  }
}
