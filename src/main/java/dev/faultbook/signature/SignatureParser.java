package dev.faultbook.signature;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
  private static final List<String> SIGNATURE_FORMS =
      List.of("line", "regex", "json", "all", "sequence", "count", "pair");

  private static final List<String> FORMS = List.of("line", "regex", "json");

  /** What any signature may state beside its form. */
  private static final Set<String> OPTIONS = Set.of("unless", "where", "weak", "ignoreCase");

  private static final Set<String> KEYS =
      union(union(SIGNATURE_FORMS, OPTIONS), Set.of("same", "differ", "within", "ranks"));

  private static final Set<String> EXCEPTION_KEYS =
      union(OPTIONS, Set.of("exception", "message", "raised_in", "through"));

  private static final Set<String> STRETCH = Set.of("anchor", "slide", "within", "absolute");
  private static final Pattern COUNT =
      Pattern.compile("\\s*([0-9]{1,9})\\s* within (.*?) of \\s*(?:\"(.*)\"|(.*?))\\s*");

  private static final Pattern WINDOW =
      Pattern.compile("\\s*([0-9]{1,8})\\s*(lines?|s|seconds|min|minutes)\\s*");

  private static final int MAX_LINES = 64;
  private static final int MAX_TIMES = 1000;

  private final List<SignatureError> faults = new ArrayList<>();
  private boolean ignoreCase;

  private SignatureParser() {}

  private static Set<String> union(Collection<String> some, Collection<String> others) {
    return Stream.concat(some.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The compiled signatures, or the errors.
   *
   * @param signatures one for each class of an {@code exception:} signature, otherwise one; empty
   *     if there is an error
   */
  public record Result(List<Signature> signatures, List<SignatureError> faults) {
    public Result {
      signatures = List.copyOf(signatures);
      faults = List.copyOf(faults);
    }
  }

  /**
   * Compiles a signature from its YAML.
   *
   * @param node a scalar (a plain line pattern) or a mapping
   * @param ignoreCase whether the entry ignores case
   */
  public static Result parse(Node node, boolean ignoreCase) {
    SignatureParser parser = new SignatureParser();
    parser.ignoreCase = ignoreCase;
    List<Signature> signatures = parser.readSignatures(node);
    return new Result(parser.faults.isEmpty() ? signatures : List.of(), parser.faults);
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

  private List<Signature> readSignatures(Node node) {
    if (node instanceof ScalarNode scalar) {
      LinePattern pattern = compileText(scalar.getValue(), lineOf(node));
      return pattern == null
          ? List.of()
          : List.of(Signature.ofLine(pattern, List.of(), Optional.empty(), false));
    }
    if (!(node instanceof MappingNode mapping)) {
      addFault(
          lineOf(node),
          "A signature is a text, or a map with line, regex, json, all, sequence, count or pair");
      return List.of();
    }
    boolean exception =
        mapping.getValue().stream()
            .anyMatch(tuple -> scalarText(tuple.getKeyNode()).equals("exception"));
    Map<String, Node> fields = readFields(mapping, exception ? EXCEPTION_KEYS : KEYS);
    ignoreCase |= readFlag(fields.get("ignoreCase"));
    List<Signature.Unless> unless =
        fields.containsKey("unless") ? readUnless(fields.get("unless")) : List.of();
    Optional<Condition> where = readCondition(fields.get("where"));
    boolean weak = readFlag(fields.get("weak"));
    if (exception) {
      return itemsOf(fields.get("exception")).stream()
          .flatMap(item -> readException(scalarText(item), fields, lineOf(item)).stream())
          .map(pattern -> Signature.ofLine(pattern, unless, where, weak))
          .toList();
    }
    List<String> forms = SIGNATURE_FORMS.stream().filter(fields::containsKey).toList();
    if (forms.size() != 1) {
      addFault(
          lineOf(node),
          "A signature has exactly one of line, regex, json, all, sequence, count, pair; found "
              + forms);
      return List.of();
    }
    Node told = Objects.requireNonNull(fields.get(forms.getFirst()));
    Form form = readForm(forms.getFirst(), told, fields, lineOf(node));
    return form == null
        ? List.of()
        : List.of(new Signature(sourceOf(form, told), form, unless, where, weak));
  }

  /**
   * {@code exception: KeyError} with {@code message: "…"}, which on a line matches the last line of
   * a traceback.
   */
  private Optional<ExceptionPattern> readException(
      String type, Map<String, Node> fields, int line) {
    String message = scalarText(fields.get("message"));
    String raisedIn = scalarText(fields.get("raised_in"));
    String through = scalarText(fields.get("through"));
    boolean any = type.equals(ExceptionPattern.ANY_CLASS);
    String form = message;
    if (!any) {
      form = message.isEmpty() ? type : type + ":..." + message;
    }
    Optional<LinePattern> text =
        form.isEmpty() ? Optional.empty() : Optional.ofNullable(compileText(form, line));
    if (!form.isEmpty() && text.isEmpty()) {
      return Optional.empty();
    }
    String source = message.isEmpty() ? type : type + ": " + message;
    if (!raisedIn.isEmpty()) {
      source += " (raised in " + raisedIn + ")";
    }
    if (!through.isEmpty()) {
      source += " (through " + through + ")";
    }
    ExceptionPattern.Frames frames = new ExceptionPattern.Frames(raisedIn, through);
    return Optional.of(new ExceptionPattern(type, source, text, frames));
  }

  /** The form of a signature, or null if it has a fault. */
  private @Nullable Form readForm(String key, Node told, Map<String, Node> fields, int line) {
    Form.Window window = readWindow(fields.get("within"));
    boolean anyRank = "any".equals(scalarText(fields.get("ranks")));
    return switch (key) {
      case "all" -> new Form.All(readSeveral(key, told, line), window, anyRank);
      case "sequence" -> new Form.Sequence(readSeveral(key, told, line), window, anyRank);
      case "count" -> parseCount(scalarText(told), anyRank, lineOf(told));
      case "pair" -> readPair(told, fields, window, line);
      default -> {
        LinePattern pattern = compilePattern(key, scalarText(told), lineOf(told));
        yield pattern == null ? null : new Form.Line(pattern);
      }
    };
  }

  private static String sourceOf(Form form, Node told) {
    return switch (form) {
      case Form.Line _, Form.Count _ -> scalarText(told);
      case Form.All all -> joinSources(" + ", all.lines());
      case Form.Sequence sequence -> joinSources(" → ", sequence.lines());
      case Form.Pair pair -> pair.parts().isEmpty() ? "" : pair.parts().getFirst().source();
    };
  }

  private static String joinSources(String between, List<Form.Part> lines) {
    return String.join(between, lines.stream().map(Form.Part::source).toList());
  }

  private List<Form.Part> readSeveral(String key, Node node, int line) {
    List<Form.Part> lines = readParts(node);
    if (lines.stream().mapToInt(Form.Part::times).sum() < 2 && faults.isEmpty()) {
      addFault(line, key + ": needs at least two lines; for one write line:");
    }
    return lines;
  }

  private Form.Pair readPair(Node node, Map<String, Node> fields, Form.Window window, int line) {
    List<LinePattern> parts = readPatterns(node);
    List<String> same = readNames(fields.get("same"), parts);
    List<String> differ = readNames(fields.get("differ"), parts);
    if (differ.isEmpty()) {
      addFault(line, "pair: needs differ: [a capture in which the lines of two ranks differ]");
    }
    return new Form.Pair(parts, same, differ, window);
  }

  private List<String> readNames(@Nullable Node node, List<LinePattern> parts) {
    List<String> names = new ArrayList<>();
    if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(item -> names.add(scalarText(item)));
    } else if (node != null) {
      names.add(scalarText(node));
    }
    for (String name : names) {
      if (parts.stream().noneMatch(part -> part.captureNames().contains(name))) {
        addFault(lineOf(node), "'" + name + "' is not a capture of the line");
      }
    }
    return names;
  }

  /** {@code 20 within 60s of "text"} or {@code 20 within 200 lines of "text"}. */
  private Form.@Nullable Count parseCount(String source, boolean anyRank, int line) {
    Matcher count = COUNT.matcher(source);
    if (!count.matches()) {
      addFault(
          line, "count: reads like: 20 within 60s of \"text\" (or: within 200 lines of \"text\")");
      return null;
    }
    int times = Integer.parseInt(count.group(1));
    if (times < 2 || times > MAX_TIMES) {
      addFault(line, "count: takes 2 to " + MAX_TIMES + " occurrences");
    }
    Form.Window window = parseWindow(count.group(2), line);
    LinePattern pattern =
        compileText(count.group(3) == null ? count.group(4) : count.group(3), line);
    return pattern == null ? null : new Form.Count(pattern, times, window, anyRank);
  }

  private List<LinePattern> readPatterns(Node node) {
    List<LinePattern> patterns = new ArrayList<>();
    itemsOf(node)
        .forEach(item -> addPattern(patterns, linePattern(item, patternFields(item, Set.of()))));
    return patterns;
  }

  /** Reads lines that may be required several times: {@code {line: "…", times: 3}}. */
  private List<Form.Part> readParts(Node node) {
    List<Form.Part> lines = new ArrayList<>();
    int sum = 0;
    for (Node item : itemsOf(node)) {
      Map<String, Node> fields = patternFields(item, Set.of("times"));
      LinePattern pattern = linePattern(item, fields);
      int times = 1;
      if (fields.containsKey("times")) {
        times = readNumber(fields.get("times"));
        if (times < 1 || times > MAX_TIMES) {
          addFault(lineOf(item), "times: takes 1 to " + MAX_TIMES);
        }
      }
      sum += times;
      if (pattern != null) {
        lines.add(new Form.Part(pattern, times));
      }
    }
    if (lines.size() > MAX_LINES || sum > MAX_TIMES) {
      addFault(
          lineOf(node),
          "A signature of several lines has at most "
              + MAX_LINES
              + " different ones and "
              + MAX_TIMES
              + " in all");
    }
    return lines;
  }

  /**
   * Lines that forbid; {@code {line: "…", anchor: 0, slide: -5s, within: 10s, absolute: true}} only
   * near a match.
   */
  private List<Signature.Unless> readUnless(Node node) {
    List<Signature.Unless> unless = new ArrayList<>();
    for (Node item : itemsOf(node)) {
      Map<String, Node> fields = patternFields(item, STRETCH);
      LinePattern pattern = linePattern(item, fields);
      Optional<Signature.Stretch> stretch = Optional.empty();
      if (fields.keySet().stream().anyMatch(STRETCH::contains)) {
        int anchor = fields.containsKey("anchor") ? readNumber(fields.get("anchor")) : 0;
        if (anchor < 0 || anchor >= MAX_TIMES) {
          addFault(lineOf(item), "anchor: is the number of a line of the match, from 0");
        }
        stretch =
            Optional.of(
                new Signature.Stretch(
                    anchor,
                    readMillis(fields.get("slide")),
                    readMillis(fields.get("within")),
                    readFlag(fields.get("absolute"))));
      }
      if (pattern != null) {
        unless.add(new Signature.Unless(pattern, stretch));
      }
    }
    return unless;
  }

  /** {@code 10s}, {@code -30s}, {@code 2 min}; 0 if it is missing. */
  private long readMillis(@Nullable Node node) {
    if (node == null) {
      return 0;
    }
    String text = scalarText(node).strip();
    boolean before = text.startsWith("-");
    Form.Window window = parseWindow(before ? text.substring(1) : text, lineOf(node));
    if (window.lines() > 0) {
      addFault(lineOf(node), "A stretch around a match is given in seconds or minutes");
    }
    return (before ? -1000L : 1000L) * window.seconds();
  }

  private static List<Node> itemsOf(@Nullable Node node) {
    return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
  }

  /** The fields of a line pattern that is a mapping; none if it is a text. */
  private Map<String, Node> patternFields(Node node, Set<String> further) {
    if (!(node instanceof MappingNode mapping)) {
      return Map.of();
    }
    return readFields(mapping, union(FORMS, further));
  }

  private @Nullable LinePattern linePattern(Node node, Map<String, Node> fields) {
    if (node instanceof ScalarNode scalar) {
      return compileText(scalar.getValue(), lineOf(node));
    }
    List<String> forms = SIGNATURE_FORMS.stream().filter(fields::containsKey).toList();
    if (forms.size() == 1) {
      Node form = fields.get(forms.getFirst());
      return compilePattern(forms.getFirst(), scalarText(form), lineOf(form));
    }
    addFault(lineOf(node), "Expected a line pattern: a text, or a map with line, regex or json");
    return null;
  }

  private @Nullable LinePattern compilePattern(String form, String source, int line) {
    if (form.equals("line")) {
      return compileText(source, line);
    }
    try {
      return form.equals("json")
          ? JsonPattern.compile(source)
          : RegexPattern.compile(source, ignoreCase);
    } catch (PatternException e) {
      addFault(line, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private @Nullable LinePattern compileText(String source, int line) {
    try {
      return TextPatternCompiler.compile(source, ignoreCase);
    } catch (PatternException e) {
      addFault(line, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private Optional<Condition> readCondition(@Nullable Node node) {
    if (node == null) {
      return Optional.empty();
    }
    Condition.Result result = Condition.parse(scalarText(node));
    result.fault().ifPresent(message -> addFault(lineOf(node), message));
    return result.condition();
  }

  private Form.Window readWindow(@Nullable Node node) {
    return node == null ? Form.Window.WHOLE_LOG : parseWindow(scalarText(node), lineOf(node));
  }

  private Form.Window parseWindow(String text, int line) {
    Matcher window = WINDOW.matcher(text);
    if (!window.matches()) {
      addFault(
          line,
          "within: takes lines, seconds or minutes: 500 lines, 60s, 10 min; found '"
              + text.strip()
              + "'");
      return Form.Window.WHOLE_LOG;
    }
    int n = Integer.parseInt(window.group(1));
    return switch (window.group(2).charAt(0)) {
      case 'l' -> new Form.Window(n, 0);
      case 'm' -> new Form.Window(0, n * 60);
      default -> new Form.Window(0, n);
    };
  }

  private Map<String, Node> readFields(MappingNode node, Set<String> known) {
    Map<String, Node> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      String key = scalarText(tuple.getKeyNode());
      if (known.contains(key)) {
        fields.put(key, tuple.getValueNode());
      } else {
        addFault(
            lineOf(tuple.getKeyNode()),
            "'" + key + "' is not known here; use one of " + known.stream().sorted().toList());
      }
    }
    return fields;
  }

  /** A whole number, or -1. */
  private static int readNumber(Node node) {
    String text = scalarText(node);
    return !text.isEmpty() && text.length() < 9 && text.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Integer.parseInt(text)
        : -1;
  }

  private static boolean readFlag(@Nullable Node node) {
    return node != null && "true".equals(scalarText(node));
  }

  private static String scalarText(@Nullable Node node) {
    return node instanceof ScalarNode s ? s.getValue() : "";
  }

  private static void addPattern(List<LinePattern> patterns, @Nullable LinePattern pattern) {
    if (pattern != null) {
      patterns.add(pattern);
    }
  }

  private void addFault(int line, String message) {
    faults.add(new SignatureError(line, message));
  }

  private static int lineOf(@Nullable Node node) {
    return node == null ? 0 : node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
