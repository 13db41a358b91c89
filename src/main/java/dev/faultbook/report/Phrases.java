package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.content.Lazy;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The words of one language, from {@code messages.properties} and {@code messages_zh.properties};
 * used by pages, text, Markdown and issues.
 */
public final class Phrases {
  /** Each is read when it is needed: a command answers in one language. */
  private static final Lazy<Phrases> ENGLISH = new Lazy<>(() -> new Phrases(Locale.ROOT));

  private static final Lazy<Phrases> CHINESE =
      new Lazy<>(() -> new Phrases(Locale.SIMPLIFIED_CHINESE));

  private final Locale locale;
  private final ResourceBundle bundle;
  private final Map<String, MessageFormat> formats = new ConcurrentHashMap<>();

  private Phrases(Locale locale) {
    this.locale = locale;
    this.bundle =
        ResourceBundle.getBundle(
            "messages",
            locale,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
  }

  public static Phrases of(Language language) {
    return (language == Language.ZH ? CHINESE : ENGLISH).get();
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
    // Compiling a pattern takes longer than filling it; a format serves one thread at a time.
    MessageFormat format =
        formats.computeIfAbsent(key, unknown -> new MessageFormat(pattern, locale));
    return ((MessageFormat) format.clone()).format(arguments);
  }
}
