package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Verifies the names of CSS classes: {@code component}, {@code component__part} or {@code
 * component--variant}, and {@code is-…} for a state. The style sheet starts with the list of its
 * components and utilities.
 */
class ClassNameTests {
  private static final Path RESOURCES = Path.of("src/main/resources");
  private static final Path JAVA = Path.of("src/main/java/dev/faultbook");

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern RULE = Pattern.compile("([^{}]+)\\{");
  private static final Pattern CLASS = Pattern.compile("\\.([A-Za-z][\\w-]*)");

  /** Matches {@code class="answer healthy"} in a template. */
  private static final Pattern STATIC = Pattern.compile("\\sclass=\"([^\"]*)\"");

  /** Matches {@code th:classappend="${c.same} ? 'answer--ok' : 'answer--symptom'"}. */
  private static final Pattern COMPUTED =
      Pattern.compile("th:class(?:append)?=\"([^\"]*)\"", Pattern.DOTALL);

  /** Matches {@code 'answer--ok'}. */
  private static final Pattern LITERAL = Pattern.compile("'([^']*)'");

  /** Matches {@code == 'ok'}: the operand of a comparison, not a class. */
  private static final Pattern COMPARED = Pattern.compile("[!=]= '[^']*'");

  /**
   * Matches {@code row.className = "ln"}, {@code classList.add("is-current")} and {@code
   * cell("ln__time", …)}.
   */
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(?:className = |classList\\.(?:add|remove|toggle|contains)\\(|cell\\(|part\\()\"([^\"]+)\"");

  /** Matches {@code querySelectorAll(".command__blank")}. */
  private static final Pattern SELECTED =
      Pattern.compile("(?:querySelector(?:All)?|closest)(?:\\?\\.)?\\(\"([^\"]+)\"");

  /** Matches {@code <span class=\"word\">} in a Java string. */
  private static final Pattern WRITTEN = Pattern.compile("class=\\\\\"([^\"\\\\]*)\\\\\"");

  /** Matches {@code "ansi--bold"} or {@code "ansi--"} in a script or in Java. */
  private static final Pattern NAMED = Pattern.compile("\"([a-z]+(?:__|--)[a-z_-]*) ?\"");

  private static String styles = "";
  private static final Set<String> defined = new TreeSet<>();
  private static final Set<String> used = new TreeSet<>();

  /** Prefixes that an expression completes: {@code answer--} in {@code 'answer--' + kind}. */
  private static final Set<String> prefixes = new TreeSet<>();

  @BeforeAll
  static void readNames() throws IOException {
    styles = Files.readString(RESOURCES.resolve("static/assets/faultbook.css"));
    Matcher rule = RULE.matcher(COMMENT.matcher(styles).replaceAll(""));
    while (rule.find()) {
      addAll(CLASS, rule.group(1), defined);
    }
    for (Path template : filesOf(RESOURCES.resolve("templates"), ".html")) {
      String text = Files.readString(template);
      take(STATIC, text);
      Matcher computed = COMPUTED.matcher(text);
      while (computed.find()) {
        take(LITERAL, COMPARED.matcher(computed.group(1)).replaceAll(""));
      }
    }
    for (Path script : filesOf(RESOURCES.resolve("static/assets"), ".js")) {
      String text = Files.readString(script);
      take(ASSIGNED, text);
      take(NAMED, text);
      Matcher selected = SELECTED.matcher(text);
      while (selected.find()) {
        addAll(CLASS, selected.group(1), used);
      }
    }
    for (Path source : filesOf(JAVA.resolve("web"), ".java")) {
      String text = Files.readString(source);
      take(WRITTEN, text);
      take(NAMED, text);
    }
    assertThat(defined).hasSizeGreaterThan(100).contains("answer", "log__border");
    assertThat(used).hasSizeGreaterThan(100).contains("ansi--bold", "is-current", "word");
    assertThat(prefixes).contains("answer--", "is-", "ansi--");
  }

  @Test
  void everyClassInTheStyleSheetIsUsed() throws IOException {
    Set<String> words = wordsOfJava();
    assertThat(defined)
        .allMatch(
            name ->
                used.contains(name)
                    || prefixes.stream()
                        .anyMatch(
                            start ->
                                name.startsWith(start)
                                    && words.contains(name.substring(start.length()))));
  }

  @Test
  void everyClassThatIsUsedHasARule() {
    assertThat(used).allMatch(defined::contains);
    assertThat(prefixes)
        .allMatch(start -> defined.stream().anyMatch(name -> name.startsWith(start)));
  }

  @Test
  void everyClassBelongsToAComponent() {
    Set<String> components = namesUnder("Components");
    Set<String> utilities = namesUnder("Utilities");
    assertThat(defined)
        .allMatch(
            name ->
                utilities.contains(name)
                    || name.startsWith("is-")
                    || components.contains(name.split("__|--", 2)[0]));
    assertThat(components)
        .allMatch(
            listed -> defined.stream().anyMatch(name -> name.split("__|--", 2)[0].equals(listed)))
        .doesNotContainAnyElementsOf(utilities);
    assertThat(utilities).allMatch(defined::contains);
  }

  /**
   * Returns the names after a heading such as {@code Components:} in the comment at the start of
   * the style sheet.
   */
  private static Set<String> namesUnder(String heading) {
    Matcher list = Pattern.compile(heading + ":([^.]*)\\.").matcher(styles);
    assertThat(list.find()).as(heading).isTrue();
    return new TreeSet<>(Arrays.asList(list.group(1).strip().split("[,\\s]+")));
  }

  /**
   * Returns all words of the Java sources as tags spell them: {@code after_action} for
   * AFTER_ACTION.
   */
  private static Set<String> wordsOfJava() throws IOException {
    Set<String> words = new TreeSet<>();
    for (Path source : filesOf(JAVA, ".java")) {
      words.addAll(
          Stream.of(Files.readString(source).split("[^A-Za-z_-]+"))
              .map(word -> word.toLowerCase(Locale.ROOT))
              .collect(Collectors.toSet()));
    }
    return words;
  }

  private static void take(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    while (found.find()) {
      for (String name : found.group(1).strip().split("\\s+")) {
        boolean unfinished = name.endsWith("--") || name.endsWith("__") || name.equals("is-");
        if (!name.isEmpty()) {
          (unfinished ? prefixes : used).add(name);
        }
      }
    }
  }

  private static void addAll(Pattern pattern, String text, Set<String> names) {
    Matcher found = pattern.matcher(text);
    while (found.find()) {
      names.add(found.group(1));
    }
  }

  private static List<Path> filesOf(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
