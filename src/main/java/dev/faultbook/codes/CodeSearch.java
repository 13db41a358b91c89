package dev.faultbook.codes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Finds codes for queries as users type them: {@code xid79}, {@code error 700}, {@code wc status
 * 12}, {@code SIGBUS}, or a whole message. Thread-safe.
 */
public final class CodeSearch {
  private static final int MAX_WORDS = 64;
  private static final int MAX_SPELLING = 4;

  private final List<CodeFamily> families;
  private final Map<String, Map<String, List<Code>>> byNumber = new HashMap<>();
  private final Map<String, List<Code>> names = new HashMap<>();
  private final Map<String, List<Code>> phrases = new LinkedHashMap<>();
  private final Map<String, List<CodeFamily>> spellings = new HashMap<>();

  public CodeSearch(CodeTables tables) {
    families = tables.families();
    for (CodeFamily family : families) {
      Map<String, List<Code>> numbers = new HashMap<>();
      byNumber.put(family.id(), numbers);
      for (Code code : family.codes()) {
        add(numbers, code.code(), code);
        code.spelling().former().ifPresent(old -> add(numbers, old, code));
        addName(code.code(), code);
        addName(code.spelling().name(), code);
        code.spelling().aliases().forEach(alias -> addName(alias, code));
        code.spelling().texts().forEach(text -> add(phrases, joinWords(splitWords(text)), code));
      }
      for (String spelling : family.spellings()) {
        spellings
            .computeIfAbsent(joinWords(splitWords(spelling)), key -> new ArrayList<>())
            .add(family);
      }
    }
  }

  private void addName(String name, Code code) {
    List<String> words = splitWords(name);
    if (!isNumber(name)) {
      add(words.size() == 1 && name.indexOf(' ') < 0 ? names : phrases, joinWords(words), code);
      add(names, name.toLowerCase(Locale.ROOT), code);
    }
  }

  private static void add(Map<String, List<Code>> map, String key, Code code) {
    List<Code> codes = map.computeIfAbsent(key, one -> new ArrayList<>());
    if (!codes.contains(code)) {
      codes.add(code);
    }
  }

  /**
   * The codes that a text names, most relevant first.
   *
   * @param text a code in any spelling, alone or among other words
   * @param limit most codes
   */
  public List<Code> findCodes(String text, int limit) {
    List<String> words = splitWords(text);
    Set<Code> found = new LinkedHashSet<>();
    if (words.isEmpty() || words.size() > MAX_WORDS) {
      return List.of();
    }
    findNames(text, words, found);
    findNumbers(words, found);
    findPhrases(words, found);
    if (words.size() == 1 && isNumber(words.getFirst())) {
      String number = words.getFirst();
      // Of codes that share a number, people type that of an exit most often: 137, 139.
      families.stream()
          .sorted(Comparator.comparing(family -> !family.id().equals("exit") || isSmall(number)))
          .forEach(family -> found.addAll(findNumbered(family, number)));
    }
    return found.stream().limit(limit).toList();
  }

  /**
   * Whether a text names a code by its name or number, or is exactly the message of a code. The
   * message of a code among other words does not name it: {@code GLIBCXX_3.4.29 not found} is not a
   * query for {@code NVML_ERROR_NOT_FOUND}.
   *
   * @param text the query
   */
  public boolean isNamedIn(String text) {
    List<String> words = splitWords(text);
    Set<Code> found = new LinkedHashSet<>();
    if (words.isEmpty() || words.size() > MAX_WORDS) {
      return false;
    }
    findNames(text, words, found);
    findNumbers(words, found);
    return !found.isEmpty()
        || phrases.containsKey(joinWords(words))
        || words.size() == 1 && isNumber(words.getFirst());
  }

  private void findNames(String text, List<String> words, Set<Code> found) {
    int start = 0;
    String line = text.toLowerCase(Locale.ROOT);
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || !isPartOfName(text.charAt(i))) {
        String word = i > start ? line.substring(start, i) : "";
        boolean alone = word.length() == text.strip().length();
        for (Code code : names.getOrDefault(word, List.of())) {
          if (alone || isDistinct(code, word) || namesFamilyOf(code, words)) {
            found.add(code);
          }
        }
        start = i + 1;
      }
    }
  }

  /** Whether a name is not an ordinary word such as {@code failed} or {@code unknown}. */
  private static boolean isDistinct(Code code, String word) {
    if (word.indexOf('_') > 0 || word.indexOf('/') > 0 || word.startsWith("0x")) {
      return true;
    }
    String name =
        code.spelling().aliases().stream()
            .filter(alias -> alias.equalsIgnoreCase(word))
            .findFirst()
            .orElse(code.spelling().name());
    boolean signal = name.startsWith("SIG") || code.family().equals("errno") && name.length() > 3;
    return signal || hasHump(name);
  }

  private static boolean hasHump(String name) {
    for (int i = 1; i < name.length(); i++) {
      if (Character.isUpperCase(name.charAt(i)) && Character.isLowerCase(name.charAt(i - 1))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the text also names the family of a code: {@code slurm state failed}. */
  private static boolean namesFamilyOf(Code code, List<String> words) {
    return words.contains(code.family())
        || code.family().equals("kubernetes") && (words.contains("k8s") || words.contains("pod"));
  }

  /** Finds numbers by the spelling before or after them; the longest spelling applies. */
  private void findNumbers(List<String> words, Set<Code> found) {
    for (int i = 0; i < words.size(); i++) {
      if (isNumber(words.get(i))) {
        List<Code> codes = findSpelled(words, i, true);
        found.addAll(codes.isEmpty() ? findSpelled(words, i, false) : codes);
      }
    }
  }

  private List<Code> findSpelled(List<String> words, int at, boolean before) {
    for (int length = MAX_SPELLING; length > 0; length--) {
      int from = before ? at - length : at + 1;
      if (from < 0 || from + length > words.size()) {
        continue;
      }
      String spelling = joinWords(words.subList(from, from + length));
      List<Code> codes = new ArrayList<>();
      for (CodeFamily family : spellings.getOrDefault(spelling, List.of())) {
        codes.addAll(findNumbered(family, words.get(at)));
      }
      if (!codes.isEmpty()) {
        return codes;
      }
    }
    return List.of();
  }

  private List<Code> findNumbered(CodeFamily family, String number) {
    Map<String, List<Code>> numbers = byNumber.getOrDefault(family.id(), Map.of());
    List<Code> codes = numbers.getOrDefault(number, List.of());
    // The kernel prints errno negative.
    return codes.isEmpty() && family.id().equals("errno") && number.startsWith("-")
        ? numbers.getOrDefault(number.substring(1), List.of())
        : codes;
  }

  /** Names and messages of several words that occur in the text, longest first. */
  private void findPhrases(List<String> words, Set<Code> found) {
    String text = " " + joinWords(words) + " ";
    phrases.entrySet().stream()
        .filter(
            phrase ->
                phrase.getKey().indexOf(' ') > 0
                    ? text.contains(" " + phrase.getKey() + " ")
                    : text.length() == phrase.getKey().length() + 2
                        && text.contains(phrase.getKey()))
        .sorted(Comparator.comparingInt(phrase -> -phrase.getKey().length()))
        .forEach(phrase -> found.addAll(phrase.getValue()));
  }

  private static boolean isPartOfName(char c) {
    return CodeLine.isNamePart(c) || c == '/' || c == '.' || c == '*' || c == '-';
  }

  private static boolean isNumber(String word) {
    int from = word.startsWith("-") ? 1 : 0;
    return word.length() > from
        && word.chars().skip(from).allMatch(c -> CodeLine.isDigit((char) c) || c == ':')
        && CodeLine.isDigit(word.charAt(word.length() - 1));
  }

  /** Whether a number is below those that shells report for signals and for what cannot start. */
  private static boolean isSmall(String number) {
    return number.length() < 3 || number.compareTo("124") < 0;
  }

  private static String joinWords(List<String> words) {
    return String.join(" ", words);
  }

  /**
   * Splits a text into lower-case words; letters, digits and ideographs are separated, so that
   * {@code xid79} is two words, and so is a Chinese word followed by a number.
   */
  private static List<String> splitWords(String text) {
    List<String> words = new ArrayList<>();
    String lower = text.toLowerCase(Locale.ROOT);
    int i = 0;
    while (i < lower.length()) {
      int end = wordEnd(lower, i);
      if (end > i) {
        words.add(lower.substring(i, end));
      }
      i = Math.max(end, i + 1);
    }
    return words;
  }

  private static int wordEnd(String s, int from) {
    char c = s.charAt(from);
    boolean signed = c == '-' && (from == 0 || !Character.isLetterOrDigit(s.charAt(from - 1)));
    int start = signed ? from + 1 : from;
    int end = digitsEnd(s, start);
    if (end > start) {
      // 0:9
      int second = end < s.length() && s.charAt(end) == ':' ? digitsEnd(s, end + 1) : 0;
      return second > end + 1 ? second : end;
    }
    end = from;
    while (end < s.length() && isLetter(s.charAt(end), isIdeograph(c))) {
      end++;
    }
    return end;
  }

  private static int digitsEnd(String s, int from) {
    int i = from;
    while (i < s.length() && CodeLine.isDigit(s.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isLetter(char c, boolean ideographs) {
    return ideographs ? isIdeograph(c) : Character.isLetter(c) && !isIdeograph(c) || c == '_';
  }

  private static boolean isIdeograph(char c) {
    return Character.isIdeographic(c);
  }
}
