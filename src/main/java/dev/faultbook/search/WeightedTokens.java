package dev.faultbook.search;

import java.util.Iterator;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;

/** Terms with a weight in place of their number of occurrences. */
final class WeightedTokens extends TokenStream {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
  private final Iterator<Map.Entry<String, Integer>> weights;

  WeightedTokens(Map<String, Integer> weights) {
    this.weights = weights.entrySet().iterator();
  }

  @Override
  public boolean incrementToken() {
    clearAttributes();
    if (!weights.hasNext()) {
      return false;
    }
    Map.Entry<String, Integer> next = weights.next();
    term.append(next.getKey());
    frequency.setTermFrequency(next.getValue());
    return true;
  }
}
