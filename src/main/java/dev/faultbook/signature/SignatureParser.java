package dev.faultbook.signature;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Compiles one item of an entry's {@code signatures} list. The entry point of the package. */
public final class SignatureParser {
  private static final List<String> LINE_FORMS = List.of("line", "regex", "json");
  private static final List<String> FORMS =
      List.of("line", "regex", "json", "all", "sequence", "pair");

  private static final Set<String> KEYS =
      keys(FORMS, "unless", "where", "weak", "ignoreCase", "same", "differ", "within", "ranks");

  private static final Set<String> EXCEPTION_KEYS =
      keys(
          List.of("exception", "message", "raised_in", "through"),
          "unless",
          "where",
          "weak",
          "ignoreCase");

  private static final Set<String> FAILURE_KEYS =
      keys(
          List.of("failure"),
          Stream.concat(
                  Stream.of("unless", "where", "weak"),
                  Arrays.stream(FailurePattern.Trait.values()).map(SignatureParser::keyOf))
              .toArray(String[]::new));

  private static final Set<String> STRETCH = Set.of("anchor", "slide", "within");
  private static final Pattern WINDOW =
      Pattern.compile("\\s*([0-9]{1,8})\\s*(lines?|s|seconds|min|minutes)\\s*");

  private static final int MAX_LINES = 64;
  private static final int MAX_TIMES = 1000;

  private boolean ignoreCase;

  /** What is read now, for the line of a fault. */
  private Node current;

  private static Set<String> keys(List<String> forms, String... others) {
    Set<String> keys = new TreeSet<>(forms);
    keys.addAll(List.of(others));
    return keys;
  }

  private SignatureParser(Node node, boolean ignoreCase) {
    this.current = node;
    this.ignoreCase = ignoreCase;
  }

  /**
   * Compiles a signature from its YAML.
   *
   * @param node a scalar (a plain line pattern) or a mapping
   * @param ignoreCase whether the entry ignores case
   * @return one for each class of an {@code exception:} signature and for each pattern of a {@code
   *     failure:} signature, otherwise one
   * @throws PatternException with the line and the correction of the first fault
   */
  public static List<Signature> parse(Node node, boolean ignoreCase) throws PatternException {
    SignatureParser parser = new SignatureParser(node, ignoreCase);
    try {
      return parser.readSignatures(node);
    } catch (PatternException e) {
      throw new PatternException(lineOf(parser.current), e.getMessage());
    }
  }

  /**
   * A pattern of exact fragments that follow one another on a line without overlap, compared byte
   * by byte; plain signature files consist of these.
   *
   * @param id name of the signature, which becomes its source
   * @param fragments at least one, none empty
   */
  public static LinePattern ofFragments(String id, List<String> fragments) {
    return TextPatternCompiler.ofFragments(id, fragments);
  }

  private List<Signature> readSignatures(Node node) throws PatternException {
    boolean exception = hasKey(node, "exception");
    boolean failure = hasKey(node, "failure");
    Map<String, Node> fields =
        readFields(node, exception ? EXCEPTION_KEYS : failure ? FAILURE_KEYS : KEYS);
    ignoreCase |= textOf(fields.get("ignoreCase")).equals("true");
    List<Signature.Unless> unless = readUnless(fields.get("unless"));
    Optional<Condition> where = readCondition(fields.get("where"));
    boolean weak = textOf(fields.get("weak")).equals("true");
    List<Signature> signatures = new ArrayList<>();
    if (exception) {
      for (Node type : itemsOf(fields.get("exception"))) {
        ExceptionPattern pattern = readException(textOf(type), type, fields);
        signatures.add(
            new Signature(pattern.source(), new Form.Line(pattern), unless, where, weak));
      }
      return signatures;
    }
    if (failure) {
      for (Node item : itemsOf(fields.get("failure"))) {
        FailurePattern pattern = readFailure(item, fields);
        signatures.add(
            new Signature(
                "failure: " + pattern.source(), new Form.Line(pattern), unless, where, weak));
      }
      return signatures;
    }
    String key = formOf(fields, FORMS, node, "A signature has exactly one of ");
    Form form = readForm(key, fields, node);
    String source =
        switch (form) {
          case Form.All all -> joinSources(" + ", all.lines());
          case Form.Sequence sequence -> joinSources(" → ", sequence.lines());
          case Form.Line _, Form.Pair _ -> form.parts().getFirst().source();
        };
    return List.of(new Signature(source, form, unless, where, weak));
  }

  private static boolean hasKey(Node node, String key) {
    return node instanceof MappingNode mapping
        && mapping.getValue().stream().anyMatch(tuple -> textOf(tuple.getKeyNode()).equals(key));
  }

  private static String keyOf(FailurePattern.Trait trait) {
    return trait.name().toLowerCase(Locale.ROOT);
  }

  /** {@code failure: "address already in use"} with {@code program: [sshd]} and so on. */
  private FailurePattern readFailure(Node item, Map<String, Node> fields) throws PatternException {
    ignoreCase = true;
    LinePattern text = linePattern(readFields(item, keys(LINE_FORMS)), item);
    Map<FailurePattern.Trait, Set<String>> conditions = new EnumMap<>(FailurePattern.Trait.class);
    for (FailurePattern.Trait trait : FailurePattern.Trait.values()) {
      Set<String> values =
          itemsOf(fields.get(keyOf(trait))).stream()
              .map(SignatureParser::textOf)
              .collect(Collectors.toSet());
      if (!values.isEmpty()) {
        conditions.put(trait, values);
      }
    }
    return new FailurePattern(text, conditions);
  }

  private static String joinSources(String between, List<Form.Part> lines) {
    return String.join(between, lines.stream().map(Form.Part::source).toList());
  }

  /**
   * {@code exception: KeyError} with {@code message: "…"}, which on a line matches the last line of
   * a traceback.
   */
  private ExceptionPattern readException(String type, Node node, Map<String, Node> fields)
      throws PatternException {
    String message = textOf(fields.get("message"));
    String raisedIn = textOf(fields.get("raised_in"));
    String through = textOf(fields.get("through"));
    String line = message.isEmpty() ? type : type + ":..." + message;
    String form = type.equals(ExceptionPattern.ANY_CLASS) ? message : line;
    Optional<LinePattern> text =
        form.isEmpty()
            ? Optional.empty()
            : Optional.of(compile(PatternTraits.Notation.TEXT, form, node));
    String source =
        type
            + (message.isEmpty() ? "" : ": " + message)
            + (raisedIn.isEmpty() ? "" : " (raised in " + raisedIn + ")")
            + (through.isEmpty() ? "" : " (through " + through + ")");
    return new ExceptionPattern(type, source, text, raisedIn, through);
  }

  private Form readForm(String key, Map<String, Node> fields, Node node) throws PatternException {
    Node within = fields.get("within");
    Form.Window window =
        within == null ? Form.Window.WHOLE_LOG : parseWindow(textOf(within), within);
    boolean anyRank = textOf(fields.get("ranks")).equals("any");
    return switch (key) {
      case "all" -> new Form.All(readParts(key, fields.get(key)), window, anyRank);
      case "sequence" -> new Form.Sequence(readParts(key, fields.get(key)), window, anyRank);
      case "pair" -> readPair(fields);
      default -> new Form.Line(linePattern(fields, node));
    };
  }

  private Form.Pair readPair(Map<String, Node> fields) throws PatternException {
    if (fields.containsKey("within")) {
      throw fault(fields.get("within"), "pair: takes no within:; it spans the whole log");
    }
    List<LinePattern> parts = new ArrayList<>();
    for (Node item : itemsOf(fields.get("pair"))) {
      parts.add(linePattern(readFields(item, keys(LINE_FORMS)), item));
    }
    List<String> same = readNames(fields.get("same"), parts);
    List<String> differ = readNames(fields.get("differ"), parts);
    if (differ.isEmpty()) {
      throw fault(
          fields.get("pair"),
          "pair: needs differ: [a capture in which the lines of two ranks differ]");
    }
    return new Form.Pair(parts, same, differ);
  }

  private List<String> readNames(@Nullable Node node, List<LinePattern> parts)
      throws PatternException {
    List<String> names = itemsOf(node).stream().map(SignatureParser::textOf).toList();
    for (String name : names) {
      if (parts.stream().noneMatch(part -> part.captureNames().contains(name))) {
        throw fault(node, "'" + name + "' is not a capture of the line");
      }
    }
    return names;
  }

  /** Reads lines that may be required several times: {@code {line: "…", times: 3}}. */
  private List<Form.Part> readParts(String key, @Nullable Node node) throws PatternException {
    List<Form.Part> lines = new ArrayList<>();
    int sum = 0;
    for (Node item : itemsOf(node)) {
      Map<String, Node> fields = readFields(item, keys(LINE_FORMS, "times"));
      LinePattern pattern = linePattern(fields, item);
      int times = readNumber(fields.get("times"), 1);
      if (times < 1 || times > MAX_TIMES) {
        throw fault(item, "times: takes 1 to " + MAX_TIMES);
      }
      sum += times;
      lines.add(new Form.Part(pattern, times));
    }
    if (sum < 2) {
      throw fault(node, key + ": needs at least two lines; for one write line:");
    }
    if (lines.size() > MAX_LINES || sum > MAX_TIMES) {
      throw fault(
          node,
          "A signature of several lines has at most "
              + MAX_LINES
              + " different ones and "
              + MAX_TIMES
              + " in all");
    }
    return lines;
  }

  /**
   * Lines that forbid; {@code {line: "…", anchor: 0, slide: -5s, within: 10s}} only near a match.
   */
  private List<Signature.Unless> readUnless(@Nullable Node node) throws PatternException {
    List<Signature.Unless> unless = new ArrayList<>();
    for (Node item : itemsOf(node)) {
      Map<String, Node> fields = readFields(item, keys(LINE_FORMS, "anchor", "slide", "within"));
      Optional<Signature.Stretch> stretch = Optional.empty();
      if (STRETCH.stream().anyMatch(fields::containsKey)) {
        int anchor = readNumber(fields.get("anchor"), 0);
        if (anchor < 0 || anchor >= MAX_TIMES) {
          throw fault(item, "anchor: is the number of a line of the match, from 0");
        }
        long slide = readMillis(fields.get("slide"));
        stretch =
            Optional.of(new Signature.Stretch(anchor, slide, readMillis(fields.get("within"))));
      }
      unless.add(new Signature.Unless(linePattern(fields, item), stretch));
    }
    return unless;
  }

  /** {@code 10s}, {@code -30s}, {@code 2 min}; 0 if it is missing. */
  private long readMillis(@Nullable Node node) throws PatternException {
    if (node == null) {
      return 0;
    }
    String text = textOf(node).strip();
    boolean before = text.startsWith("-");
    Form.Window window = parseWindow(before ? text.substring(1) : text, node);
    if (window.lines() > 0) {
      throw fault(node, "A stretch around a match is given in seconds or minutes");
    }
    return (before ? -1000L : 1000L) * window.seconds();
  }

  /** The pattern of a line, of which the fields name exactly one form. */
  private LinePattern linePattern(Map<String, Node> fields, Node node) throws PatternException {
    String form = formOf(fields, LINE_FORMS, node, "Expected a line pattern: exactly one of ");
    Node source = Objects.requireNonNull(fields.get(form));
    PatternTraits.Notation notation =
        switch (form) {
          case "json" -> PatternTraits.Notation.JSON;
          case "regex" -> PatternTraits.Notation.REGEX;
          default -> PatternTraits.Notation.TEXT;
        };
    return compile(notation, textOf(source), source);
  }

  private LinePattern compile(PatternTraits.Notation notation, String source, Node node)
      throws PatternException {
    current = node;
    return notation.compile(source, ignoreCase);
  }

  private Optional<Condition> readCondition(@Nullable Node node) throws PatternException {
    if (node == null) {
      return Optional.empty();
    }
    current = node;
    return Optional.of(Condition.parse(textOf(node)));
  }

  private Form.Window parseWindow(String text, Node node) throws PatternException {
    Matcher window = WINDOW.matcher(text);
    if (!window.matches()) {
      throw fault(
          node,
          "within: takes lines, seconds or minutes: 500 lines, 60s, 10 min; found '"
              + text.strip()
              + "'");
    }
    int n = Integer.parseInt(window.group(1));
    return switch (window.group(2).charAt(0)) {
      case 'l' -> new Form.Window(n, 0);
      case 'm' -> new Form.Window(0, n * 60);
      default -> new Form.Window(0, n);
    };
  }

  /** The fields of a mapping; a text alone is a {@code line}. */
  private Map<String, Node> readFields(Node node, Set<String> known) throws PatternException {
    if (node instanceof ScalarNode) {
      return Map.of("line", node);
    }
    if (!(node instanceof MappingNode mapping)) {
      throw fault(
          node,
          "A signature is a text, or a map with line, regex, json, all, sequence, pair, exception or failure");
    }
    Map<String, Node> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String key = textOf(tuple.getKeyNode());
      if (!known.contains(key)) {
        throw fault(tuple.getKeyNode(), "'" + key + "' is not known here; use one of " + known);
      }
      fields.put(key, tuple.getValueNode());
    }
    return fields;
  }

  private String formOf(Map<String, Node> fields, List<String> forms, Node node, String expected)
      throws PatternException {
    List<String> found = forms.stream().filter(fields::containsKey).toList();
    if (found.size() != 1) {
      throw fault(node, expected + String.join(", ", forms) + "; found " + found);
    }
    return found.getFirst();
  }

  /** A whole number, or -1. */
  private static int readNumber(@Nullable Node node, int otherwise) {
    String text = textOf(node);
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int number = digits && text.length() < 9 ? Integer.parseInt(text) : -1;
    return node == null ? otherwise : number;
  }

  private static List<Node> itemsOf(@Nullable Node node) {
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    return node == null ? List.of() : List.of(node);
  }

  private static String textOf(@Nullable Node node) {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  private PatternException fault(@Nullable Node node, String message) {
    current = node == null ? current : node;
    return new PatternException(message);
  }

  private static int lineOf(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
