package dev.faultbook.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.util.CharTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.monitor.Monitor;
import org.apache.lucene.monitor.MonitorConfiguration;
import org.apache.lucene.monitor.MonitorQuery;
import org.apache.lucene.monitor.MultiMatchingQueries;
import org.apache.lucene.monitor.QueryMatch;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.WildcardQuery;

/**
 * Searches with Lucene Monitor, with lines as documents in batches and signatures as queries, and
 * then checks all fragments in order. A query consists of the complete words of the fragments; if
 * there are none, it searches for the first word of the longest fragment as a part of a word.
 */
final class MonitorPeer implements Peer {
  private static final String FIELD = "line";
  private static final int BATCH = 5_000;
  private static final FieldType TYPE = new FieldType();

  static {
    TYPE.setTokenized(true);
    TYPE.setOmitNorms(true);
    TYPE.setIndexOptions(IndexOptions.DOCS);
    TYPE.freeze();
  }

  private final Monitor monitor;
  private final FragmentCheck check;
  private final List<String> lines = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  MonitorPeer(Workload workload) {
    this.check = new FragmentCheck(workload, workload.latin1());
    for (check.begin(); check.onLine(); check.next()) {
      lines.add(check.text());
    }
    Analyzer words =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            return new TokenStreamComponents(
                CharTokenizer.fromTokenCharPredicate(Character::isLetterOrDigit));
          }
        };
    try {
      this.monitor = new Monitor(words, new MonitorConfiguration());
      List<MonitorQuery> queries = new ArrayList<>();
      for (Workload.Signature signature : workload.signatures()) {
        numbers.put(signature.id(), numbers.size());
        queries.add(new MonitorQuery(signature.id(), query(signature.latin1())));
      }
      monitor.register(queries);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Query query(List<String> fragments) {
    Set<String> whole = new TreeSet<>();
    fragments.forEach(fragment -> whole.addAll(wholeWords(fragment)));
    if (whole.isEmpty()) {
      String longest =
          fragments.stream().max(Comparator.comparingInt(String::length)).orElseThrow();
      String word = longest.replaceAll("^[^\\p{IsAlphabetic}\\p{IsDigit}]+", "");
      int end = 0;
      while (end < word.length() && Character.isLetterOrDigit(word.charAt(end))) {
        end++;
      }
      return new WildcardQuery(new Term(FIELD, "*" + word.substring(0, end) + "*"));
    }
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    whole.forEach(
        word -> all.add(new TermQuery(new Term(FIELD, word)), BooleanClause.Occur.FILTER));
    return all.build();
  }

  /** The words of a fragment except the first and the last, which may be incomplete. */
  private static List<String> wholeWords(String fragment) {
    List<String> words = new ArrayList<>();
    int start = -1;
    for (int i = 0; i < fragment.length(); i++) {
      if (!Character.isLetterOrDigit(fragment.charAt(i))) {
        if (start >= 0 && start < i) {
          words.add(fragment.substring(start, i));
        }
        start = i + 1;
      }
    }
    return words;
  }

  @Override
  public Tally.Result run() {
    check.begin();
    try {
      for (int from = 0; from < lines.size(); from += BATCH) {
        match(lines.subList(from, Math.min(lines.size(), from + BATCH)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return check.result();
  }

  private void match(List<String> batch) throws IOException {
    Document[] documents = new Document[batch.size()];
    for (int i = 0; i < documents.length; i++) {
      documents[i] = new Document();
      documents[i].add(new Field(FIELD, batch.get(i), TYPE));
    }
    MultiMatchingQueries<QueryMatch> matches = monitor.match(documents, QueryMatch.SIMPLE_MATCHER);
    for (int i = 0; i < documents.length; i++, check.next()) {
      for (QueryMatch match : matches.getMatches(i)) {
        check.check(numbers.get(match.getQueryId()));
      }
    }
  }
}
