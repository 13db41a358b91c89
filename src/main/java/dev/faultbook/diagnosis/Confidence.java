package dev.faultbook.diagnosis;

/**
 * How sure a finding is, from what bears it out.
 *
 * <p>A line that a signature proves is wrong about its entry in a few cases of a hundred, and the
 * fewer the more text the signature asks for: 0.90 for a short one, 0.97 from 60 literal characters
 * on. A signature that is marked weak, because its line is printed in other situations too, gives
 * 0.45. A fact that confirms the entry takes away three fifths of the doubt. Where another cause
 * stands unexplained beside it, the leader loses a tenth and the other four tenths. A symptom whose
 * cause is not in the log is certain as a symptom but does not answer the question, so as an answer
 * it gets 0.40. Where the facts name the cause of such a symptom by the tables, and no line does,
 * the cause gets 0.80: that the set-up cannot work is certain, that this is what the log shows is
 * not. No labelled logs stand behind that figure.
 *
 * <p>Held against labelled logs (129 real ones with a known cause): 110 leading findings that were
 * proven and uncontested had a mean of 0.95 and were all right; the rest of the scale has too few
 * cases to be held against anything. The figures stay below what was seen there, because logs that
 * nobody has labelled yet will be less kind.
 */
final class Confidence {
  private static final double SHORT = 0.90;
  private static final double LONG = 0.97;
  private static final double FULL_LENGTH = 60;
  private static final double WEAK = 0.45;
  private static final double TABLES = 0.80;
  private static final double DOUBT_LEFT = 0.4;
  private static final double CONTESTED = 0.9;
  private static final double OTHER = 0.6;
  private static final double SYMPTOM_ALONE = 0.40;

  private Confidence() {}

  /** Confidence in the evidence alone. */
  static double fromEvidence(int specificity, boolean weak, boolean confirmed) {
    double p = weak ? WEAK : SHORT + (LONG - SHORT) * Math.min(1, specificity / FULL_LENGTH);
    return confirmed ? 1 - (1 - p) * DOUBT_LEFT : p;
  }

  /** Confidence in a cause that follows from the facts and a symptom. */
  static double ofTables() {
    return TABLES;
  }

  static double ofLeading(double evidence, boolean contested) {
    return roundToPercent(contested ? evidence * CONTESTED : evidence);
  }

  static double ofContributing(double evidence) {
    return roundToPercent(evidence * OTHER);
  }

  static double symptomAlone() {
    return SYMPTOM_ALONE;
  }

  static double roundToPercent(double p) {
    return Math.round(p * 100) / 100.0;
  }
}
