package dev.faultbook.redaction;

import com.google.re2j.Pattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The rules of {@code redaction.yaml}, which explains its keys.
 *
 * @param parts texts that stand for {@code {name}} in patterns
 * @param nameTriggers literals of which each name has one
 * @param suffixes last parts that do not change the meaning of a name
 * @param nothing what is no value, in lower case
 * @param nobody accounts that identify no person, in lower case
 * @param references patterns of placeholders, masks and references in the place of a value
 * @param code patterns of a bare value, a line end and the two characters behind the value
 * @param specialNetworks networks whose addresses stay
 */
record RedactionRules(
    Map<String, String> parts,
    List<PatternRule> tokens,
    List<PatternRule> places,
    List<PatternRule> commands,
    List<PatternRule> sentences,
    List<PatternRule> people,
    List<PatternRule> addresses,
    List<NameRule> names,
    List<String> nameTriggers,
    Set<String> suffixes,
    Set<String> nothing,
    Set<String> nobody,
    List<String> references,
    List<String> code,
    List<String> specialNetworks) {

  static final String FILE = "/redaction.yaml";

  /**
   * Reads the rules shipped with the program.
   *
   * @throws tools.jackson.core.JacksonException if the file has errors; the message names the row
   */
  static RedactionRules readShipped() {
    try (InputStream in = RedactionRules.class.getResourceAsStream(FILE)) {
      Map<?, ?> file = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
      return JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(
              new SimpleModule()
                  .addDeserializer(
                      Pattern.class,
                      new Patterns((Map<?, ?>) Objects.requireNonNull(file.get("parts")))))
          .build()
          .convertValue(file, RedactionRules.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compiles patterns, in which parts stand by their names. */
  private static final class Patterns extends StdScalarDeserializer<Pattern> {
    private final Map<?, ?> parts;

    Patterns(Map<?, ?> parts) {
      super(Pattern.class);
      this.parts = parts;
    }

    @Override
    public Pattern deserialize(JsonParser parser, DeserializationContext context) {
      String source = parser.getString();
      for (Map.Entry<?, ?> part : parts.entrySet()) {
        source = source.replace("{" + part.getKey() + "}", String.valueOf(part.getValue()));
      }
      return Pattern.compile(source);
    }
  }

  /** All patterns but those of addresses. */
  List<PatternRule> patterns() {
    return Stream.of(tokens, places, commands, sentences, people).flatMap(List::stream).toList();
  }

  /** All literals that the rules need, without repetitions. */
  List<String> triggers() {
    return Stream.concat(
            patterns().stream().flatMap(rule -> rule.triggers().stream()), nameTriggers.stream())
        .distinct()
        .toList();
  }
}
