package dev.faultbook.store;

import java.security.SecureRandom;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Generates unguessable ids: 128 random bits as 26 letters and digits, without characters that look
 * alike.
 */
final class RandomKeys {

  private static final int LENGTH = 26;
  private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomKeys() {}

  /** Generates a new key. */
  static String nextKey() {
    return RANDOM
        .ints(LENGTH, 0, ALPHABET.length())
        .mapToObj(i -> ALPHABET.substring(i, i + 1))
        .collect(Collectors.joining());
  }

  /**
   * Whether a text has the form of a generated id, so that the database need not be queried for
   * other texts.
   */
  static boolean wellFormed(String key) {
    return key.length() == LENGTH && key.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0);
  }

  /** The SHA-256 hash of a token. */
  static byte[] hashToken(String token) {
    return DigestUtils.sha256(token);
  }
}
