package dev.faultbook.content;

import dev.faultbook.language.LocalizedText;
import dev.faultbook.recovery.Retry;
import dev.faultbook.yaml.ContentErrors;
import dev.faultbook.yaml.YamlMap;
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
   * @param known names of captures and facts that a headline may use
   */
  GuidanceReader(String file, Set<String> known, ContentErrors faults) {
    this.file = file;
    this.known = known;
    this.faults = faults;
  }

  Entry.Guidance read(YamlMap yaml) {
    return new Entry.Guidance(retry(yaml), headline(yaml));
  }

  private Optional<Retry> retry(YamlMap yaml) {
    if (!yaml.has("retry")) {
      return Optional.empty();
    }
    YamlMap retry = yaml.map("retry");
    retry.allow(Set.of("verdict", "action", "because"));
    String verdict = retry.oneOf("verdict", tags(Retry.Verdict.values()));
    String action = retry.oneOf("action", tags(Retry.Action.values()));
    if (!retry.has("because")) {
      faults.add(file, retry.line("verdict"), "retry: says why in `because: {en: …, zh: …}`");
      return Optional.empty();
    }
    LocalizedText because = text(retry.map("because"));
    if (verdict.isEmpty() || action.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Retry(
            Retry.Verdict.valueOf(verdict.toUpperCase(Locale.ROOT)),
            Retry.Action.valueOf(action.toUpperCase(Locale.ROOT)),
            because));
  }

  private static List<String> tags(Enum<?>[] values) {
    return Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }

  private Optional<LocalizedText> headline(YamlMap yaml) {
    if (!yaml.has("headline")) {
      return Optional.empty();
    }
    LocalizedText headline = text(yaml.map("headline"));
    check(yaml.line("headline"), headline.en());
    check(yaml.line("headline"), headline.zh());
    return Optional.of(headline);
  }

  private static LocalizedText text(YamlMap yaml) {
    yaml.allow(Set.of("en", "zh"));
    return new LocalizedText(yaml.required("en"), yaml.required("zh"));
  }

  private void check(int line, String headline) {
    if (headline.length() > MAX_HEADLINE_LENGTH) {
      faults.add(file, line, "headline: is longer than " + MAX_HEADLINE_LENGTH + " characters");
    }
    for (String name : Headline.names(headline)) {
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
