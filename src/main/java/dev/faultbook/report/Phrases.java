package dev.faultbook.report;

import dev.faultbook.content.Language;
import java.text.MessageFormat;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/**
 * The words of one language, from {@code messages.properties} and {@code messages_zh.properties};
 * used by pages, text, Markdown and issues.
 */
public final class Phrases {
  private static final Map<Language, Phrases> ALL = new EnumMap<>(Language.class);

  static {
    ALL.put(Language.EN, new Phrases(Locale.ROOT));
    ALL.put(Language.ZH, new Phrases(Locale.SIMPLIFIED_CHINESE));
  }

  private final Locale locale;
  private final ResourceBundle bundle;

  private Phrases(Locale locale) {
    this.locale = locale;
    this.bundle =
        ResourceBundle.getBundle(
            "messages",
            locale,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
  }

  /** The words of a language. */
  public static Phrases of(Language language) {
    return Objects.requireNonNull(ALL.get(language));
  }

  /**
   * A phrase.
   *
   * @param key key of the message bundle
   * @param arguments values of its {@code {0}} placeholders, in the form of {@link MessageFormat};
   *     a phrase without arguments is returned unchanged
   * @throws java.util.MissingResourceException if the bundle does not have the key
   */
  public String say(String key, Object... arguments) {
    String pattern = bundle.getString(key);
    if (arguments.length == 0) {
      return pattern;
    }
    String filled = fillPlain(pattern, arguments);
    return filled == null ? new MessageFormat(pattern, locale).format(arguments) : filled;
  }

  /**
   * What {@link MessageFormat} gives for a pattern whose placeholders are plain and stand for
   * texts. Most are, and compiling such a pattern takes longer than filling it.
   *
   * @return null for any other pattern
   */
  private static @Nullable String fillPlain(String pattern, Object[] arguments) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < pattern.length()) {
      char c = pattern.charAt(i);
      if (c == '\'' && pattern.startsWith("''", i)) {
        out.append(c);
        i += 2;
      } else if (c == '{' && pattern.startsWith("}", i + 2)) {
        int number = pattern.charAt(i + 1) - '0';
        if (number < 0 || number >= arguments.length || !(arguments[number] instanceof String)) {
          return null;
        }
        out.append(arguments[number]);
        i += 3;
      } else if (c == '\'' || c == '{' || c == '}') {
        return null;
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }
}
