package dev.faultbook.content;

import com.google.re2j.Pattern;
import dev.faultbook.signature.CaptureType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values from a log or a link for the variables of pages and commands, each with the type that its
 * capture or fact declares. Immutable.
 */
public final class TemplateValues {
  /** No values: every variable shows its default. */
  public static final TemplateValues NONE = new TemplateValues(Map.of(), Map.of());

  private static final int MAX_LENGTH = 200;

  private static final Pattern PLAIN =
      Pattern.compile("[\\pL\\p{Nd}._:/+@\\[\\]%][-\\pL\\p{Nd}._:/+ @\\[\\]%]*");

  /** What would notify a user in an issue: {@code @octocat}, but not {@code user@host}. */
  private static final Pattern MENTION = Pattern.compile("(?:^|[^\\pL\\p{Nd}])@[\\pL\\p{Nd}]");

  private final Map<String, Value> values;
  private final Map<String, String> computed;

  private TemplateValues(Map<String, Value> values, Map<String, String> computed) {
    this.values = Map.copyOf(values);
    this.computed = Map.copyOf(computed);
  }

  /** Types whose values decide what a command connects to, opens, repairs or installs. */
  private static final Set<CaptureType> DESTINATIONS =
      Set.of(
          CaptureType.DEVICE,
          CaptureType.HOST,
          CaptureType.NAME,
          CaptureType.PATH,
          CaptureType.REFERENCE,
          CaptureType.WORD);

  private record Value(String text, @Nullable CaptureType type) {}

  /**
   * These values and others, which replace values of the same name.
   *
   * @param texts by name
   * @param types by name; a value without a type is never used in a command
   */
  public TemplateValues with(Map<String, String> texts, Map<String, CaptureType> types) {
    Map<String, Value> all = new HashMap<>(values);
    texts.forEach(
        (name, text) -> all.put(name, new Value(text, types.getOrDefault(name, CaptureType.TEXT))));
    return new TemplateValues(all, computed);
  }

  /**
   * The values of a link, which anybody can write. Keeps those with a known name and, if the name
   * has a type, the form of that type. Devices, hosts, names and paths from a link are used in
   * prose only: otherwise a link could put an attacker's host, repository or package into a command
   * that seems to be ours, or a disk of the reader's that needs no repair.
   *
   * @param texts by name
   * @param types the types of all names that a page can show
   */
  public static TemplateValues ofLink(Map<String, String> texts, Map<String, CaptureType> types) {
    Map<String, Value> valid = new HashMap<>();
    texts.forEach(
        (name, text) -> {
          CaptureType type = types.get(name);
          boolean fits =
              type == CaptureType.TEXT || type != null && type.toArgument(text).isPresent();
          if (fits && isHarmless(text)) {
            valid.put(name, new Value(text, DESTINATIONS.contains(type) ? CaptureType.TEXT : type));
          }
        });
    return new TemplateValues(valid, Map.of());
  }

  /**
   * These values together with the computed values of template functions.
   *
   * @param texts by {@link TemplateFunction#key}; never text from a log or a link
   */
  public TemplateValues withComputed(Map<String, String> texts) {
    return new TemplateValues(values, texts);
  }

  Map<String, String> computed() {
    return computed;
  }

  /** Whether there are no values. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The value for use in prose; empty if there is none. */
  public Optional<String> proseValue(String name) {
    return Optional.ofNullable(values.get(name))
        .map(Value::text)
        .filter(TemplateValues::isHarmless);
  }

  /** The value as one word of a command line; empty if there is none of the declared form. */
  Optional<String> argumentValue(String name) {
    return Optional.ofNullable(values.get(name))
        .flatMap(
            value ->
                value.type() == null ? Optional.empty() : value.type().toArgument(value.text()));
  }

  /** Whether a value with a {@code /} may stand anywhere in a command. */
  boolean needsNoRoot(String name) {
    Value value = values.get(name);
    return value != null && value.type() == CaptureType.REFERENCE;
  }

  /** Whether the value contains nothing that Markdown or HTML could interpret as markup. */
  private static boolean isHarmless(String value) {
    // Four blanks at the beginning of a line would start a code block.
    return value.length() <= MAX_LENGTH
        && value.strip().length() == value.length()
        && PLAIN.matches(value)
        && !MENTION.matcher(value).find();
  }
}
