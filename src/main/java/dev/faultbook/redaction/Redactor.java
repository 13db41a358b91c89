package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Replaces secrets and personal data in a log with placeholders. A placeholder such as {@code
 * <email-1>} states the kind; equal values get the same one, so that a reader can still follow
 * which hosts communicate. What is promised is a closed list, which {@code SECURITY.md} has; the
 * reader strikes out the rest.
 *
 * <p>Keeps the number of lines, takes time linear in the length of the text, and changes nothing in
 * a text that it has redacted. Also removes terminal escape sequences and characters without width.
 * Immutable and thread-safe.
 */
public final class Redactor {

  /** Most passes over a line: a placeholder can bare another secret. */
  private static final int MAX_PASSES = 4;

  /** Most rounds over a text in which secrets occur again without their name. */
  private static final int MAX_ROUNDS = 3;

  private static final int MIN_REPEATED = 8;
  private static final int MIN_REPEATED_LETTERS = 16;
  private static final int MAX_ENDING = 8;

  private final List<PatternRule> patterns;
  private final List<PatternRule> addresses;
  private final NonSecrets values;
  private final NamedValues namedValues;
  private final TriggeredLines triggers;

  /** The patterns that a literal triggers, by its number. */
  private final List<BitSet> patternsByTrigger = new ArrayList<>();

  /** Numbers of the literals in the names of secrets. */
  private final BitSet nameTriggers = new BitSet();

  private final int keyTrigger;

  /** Creates a redactor with the rules of {@code redaction.yaml}. */
  private Redactor() {
    RedactionRules rules = RedactionRules.readShipped();
    patterns = rules.patterns();
    addresses = rules.addresses();
    values = new NonSecrets(rules);
    namedValues = new NamedValues(new NameRules(rules.names(), rules.suffixes()), values);
    List<String> literals = new ArrayList<>(rules.triggers());
    keyTrigger = literals.size();
    literals.add(KeyBlocks.BEGIN);
    triggers = new TriggeredLines(literals, values.addresses);
    for (int i = 0; i < literals.size(); i++) {
      String literal = literals.get(i);
      BitSet triggered = new BitSet();
      for (int rule = 0; rule < patterns.size(); rule++) {
        triggered.set(rule, patterns.get(rule).triggers().contains(literal));
      }
      patternsByTrigger.add(triggered);
      nameTriggers.set(i, rules.nameTriggers().contains(literal));
    }
  }

  /** Reads the rules on first use, which most runs of the command line never make. */
  private static final class Shared {
    static final Redactor REDACTOR = new Redactor();

    private Shared() {}
  }

  /** The redactor; there is one. */
  public static Redactor shared() {
    return Shared.REDACTOR;
  }

  /** Redacts a text of any length. */
  public RedactedText redact(String original) {
    return redact(original, StrikeOuts.NONE);
  }

  /** Redacts a text of any length, and the words that the reader struck out of it. */
  public RedactedText redact(String original, StrikeOuts strikeOuts) {
    String text = HiddenText.strip(original);
    Placeholders placeholders = new Placeholders(text);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      String redacted = redactLines(text, placeholders);
      text = replaceRepeated(redacted, placeholders);
      if (text.equals(redacted)) {
        break;
      }
    }
    Map<String, Integer> counts = new TreeMap<>(placeholders.countByKind());
    return new RedactedText(strike(text, strikeOuts, counts), counts);
  }

  /** Shows what {@link #redact(String, StrikeOuts)} changes. */
  public RedactionPreview preview(String original, StrikeOuts strikeOuts) {
    return RedactionPreview.of(original, redact(original, strikeOuts));
  }

  /**
   * Redacts the path of a file, which may lack the leading slash, like the paths in an archive:
   * {@code home/alice/run/rank0.log}. The ending of the file stays: {@code
   * password=<secret-1>.log}.
   */
  public String redactFileName(String name, StrikeOuts strikeOuts) {
    int dot = name.lastIndexOf('.');
    boolean ends = dot > 0 && name.length() - dot <= MAX_ENDING && name.indexOf('/', dot) < 0;
    String stem = ends ? name.substring(0, dot) : name;
    String parts = redact(stem.replace('/', '\n')).text().replace('\n', '/');
    String path = redact("/" + parts, strikeOuts).text();
    return path.substring(1) + name.substring(stem.length());
  }

  private static String strike(String text, StrikeOuts strikeOuts, Map<String, Integer> counts) {
    if (strikeOuts.words().isEmpty()) {
      return text;
    }
    BitSet struck = new BitSet();
    String result =
        new WordReplacer(strikeOuts.words(), false)
            .replaceIn(
                text,
                word -> {
                  struck.set(strikeOuts.words().indexOf(word));
                  return "<" + Placeholders.REMOVED + ">";
                });
    if (!struck.isEmpty()) {
      counts.put(Placeholders.REMOVED, struck.cardinality());
    }
    return result;
  }

  /** Replaces what occurs again without its name or sign, if it looks unlike any word. */
  private static String replaceRepeated(String text, Placeholders placeholders) {
    Map<String, String> repeated = new HashMap<>(placeholders.valuesOf(SecretKind.SECRET));
    repeated.keySet().removeIf(value -> !looksUnique(value));
    repeated.putAll(placeholders.valuesOf(SecretKind.IP));
    return repeated.isEmpty()
        ? text
        : new WordReplacer(List.copyOf(repeated.keySet()), true)
            .replaceIn(text, word -> Objects.requireNonNull(repeated.get(word)));
  }

  /** Whether a value is unlikely to occur by chance. */
  private static boolean looksUnique(String value) {
    boolean code = value.chars().anyMatch(c -> "()[]{}<>\"'\n".indexOf(c) >= 0);
    boolean digit = value.chars().anyMatch(c -> c >= '0' && c <= '9');
    boolean letter = value.chars().anyMatch(c -> TextRuns.isLetter((char) c));
    boolean mark =
        value.chars().anyMatch(c -> c > ' ' && c < 0x80 && !TextRuns.isNamePart((char) c));
    int min = digit ? MIN_REPEATED : MIN_REPEATED_LETTERS;
    return letter && (digit || mark) && value.length() >= min && !code && value.charAt(0) != '/';
  }

  private String redactLines(String text, Placeholders placeholders) {
    Pass pass = new Pass(text, placeholders);
    triggers.readLines(text, pass);
    return pass.result();
  }

  /** One pass over the lines of a text. */
  private final class Pass implements TriggeredLines.LineReader {
    private final String text;
    private final Placeholders placeholders;
    private final KeyBlocks keys;
    private final StringBuilder out = new StringBuilder();

    /** Up to here, the text is in {@link #out}. */
    private int done;

    /** The rules of a name at the end of the line before, whose value is on this one. */
    private List<NameRule> open = List.of();

    Pass(String text, Placeholders placeholders) {
      this.text = text;
      this.placeholders = placeholders;
      this.keys = new KeyBlocks(text);
    }

    @Override
    public void readLine(int start, int end, BitSet hits) {
      if (hits.isEmpty() && open.isEmpty() && !keys.isOpen()) {
        return;
      }
      String line = text.substring(start, end);
      String redacted = keys.isOpen() ? keys.redactLine(line, start, placeholders) : line;
      redacted = redactValueAlone(redacted);
      redacted = hits.isEmpty() ? redacted : redactLine(redacted, hits);
      if (hits.get(keyTrigger)) {
        keys.readMarker(redacted, start);
      }
      open = hits.intersects(nameTriggers) ? namedValues.rulesOfOpenName(redacted) : List.of();
      if (!redacted.equals(line)) {
        out.append(text, done, start).append(redacted);
        done = end;
      }
    }

    private String redactValueAlone(String line) {
      if (open.isEmpty()) {
        return line;
      }
      Findings found = new Findings();
      namedValues.findValueAlone(line, open, found);
      return found.isEmpty() ? line : found.replaceIn(line, placeholders::placeholderFor);
    }

    private String redactLine(String line, BitSet hits) {
      BitSet rules = new BitSet();
      hits.stream()
          .filter(hit -> hit != triggers.addressBit())
          .forEach(hit -> rules.or(patternsByTrigger.get(hit)));
      String current = line;
      for (int pass = 0; pass < MAX_PASSES; pass++) {
        Findings found = new Findings();
        String text = current;
        if (hits.intersects(nameTriggers)) {
          namedValues.findValues(text, found);
        }
        rules.stream().forEach(rule -> patterns.get(rule).findIn(text, values, found));
        if (hits.get(triggers.addressBit())) {
          addresses.forEach(rule -> rule.findIn(text, values, found));
        }
        if (found.isEmpty()) {
          break;
        }
        current = found.replaceIn(text, placeholders::placeholderFor);
      }
      return current;
    }

    String result() {
      return done == 0 ? text : out.append(text, done, text.length()).toString();
    }
  }
}
