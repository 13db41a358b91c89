package dev.faultbook.index;

import dev.faultbook.signature.LinePattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * Chooses for each pattern the literal that it is found by: the one whose rarest word is rarest
 * among all signatures, because what few signatures speak of, few lines of a log hold.
 */
final class AnchorChooser {
  private static final String WORD = "word";
  private static final String DELIMITERS = " \t.,:;=()[]{}<>'\"`/|!?#*&%$@~^\\+";
  private static final int WINDOW = 24;

  private final IndexReader reader;
  private final int documents;
  private final Map<String, Integer> frequencies = new HashMap<>();

  private AnchorChooser(IndexReader reader) {
    this.reader = reader;
    this.documents = Math.max(1, reader.numDocs());
  }

  /** One anchor for each pattern, or several where an alternation needs them. */
  static List<AnchorTable.Anchor> choose(List<LinePattern> patterns) {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      write(patterns, directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        AnchorChooser chooser = new AnchorChooser(reader);
        List<AnchorTable.Anchor> anchors = new ArrayList<>();
        for (int i = 0; i < patterns.size(); i++) {
          chooser.add(patterns.get(i), i, anchors);
        }
        return anchors;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("An index in memory cannot fail to be read", e);
    }
  }

  private static void write(List<LinePattern> patterns, ByteBuffersDirectory directory)
      throws IOException {
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig(new KeywordAnalyzer()))) {
      for (LinePattern pattern : patterns) {
        Document document = new Document();
        pattern.requirements().stream()
            .flatMap(Set::stream)
            .flatMap(literal -> words(literal).stream())
            .distinct()
            .forEach(word -> document.add(new StringField(WORD, word, Field.Store.NO)));
        writer.addDocument(document);
      }
    }
  }

  private void add(LinePattern pattern, int owner, List<AnchorTable.Anchor> anchors) {
    Set<String> best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (Set<String> any : pattern.requirements()) {
      double score = any.stream().mapToDouble(this::score).min().orElse(0);
      if (score > most) {
        most = score;
        best = any;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException("A pattern without a required literal: " + pattern);
    }
    for (String literal : best) {
      byte[] bytes = SignatureIndex.bytes(window(literal));
      anchors.add(new AnchorTable.Anchor(bytes, pattern.ignoreCase(), owner));
    }
  }

  /** Rarity of the rarest word, and some credit for length, which makes looking cheaper. */
  private double score(String literal) {
    double rarity = words(literal).stream().mapToDouble(this::rarity).max().orElse(0);
    int length = Math.min(SignatureIndex.bytes(literal).length, 16);
    return rarity + length * 0.6;
  }

  private double rarity(String word) {
    return Math.log((double) documents / (1 + frequency(word))) + Math.min(word.length(), 12) * 0.3;
  }

  private int frequency(String word) {
    return frequencies.computeIfAbsent(
        word,
        w -> {
          try {
            return reader.docFreq(new Term(WORD, w));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Of a long literal the stretch around its rarest word. */
  private String window(String literal) {
    if (literal.length() <= WINDOW) {
      return literal;
    }
    String rarest = null;
    for (String word : words(literal)) {
      if (rarest == null || rarity(word) > rarity(rarest)) {
        rarest = word;
      }
    }
    int at = rarest == null ? 0 : literal.toLowerCase(Locale.ROOT).indexOf(rarest);
    int length = rarest == null ? 0 : rarest.length();
    int from = Math.clamp(at - (WINDOW - length) / 2, 0, literal.length() - WINDOW);
    int to = from + WINDOW;
    // Never cut a character in two.
    if (Character.isLowSurrogate(literal.charAt(from))) {
      from--;
    }
    if (Character.isHighSurrogate(literal.charAt(to - 1))) {
      to--;
    }
    return literal.substring(from, to);
  }

  private static List<String> words(String literal) {
    List<String> words = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(literal.toLowerCase(Locale.ROOT), DELIMITERS);
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken());
    }
    return words;
  }
}
