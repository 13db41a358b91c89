package dev.faultbook.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * Generates unguessable ids: 128 random bits as 26 letters and digits, without characters that look
 * alike.
 */
public final class RandomKeys {

  private static final int BITS = 128;
  private static final int LENGTH = (BITS + 4) / 5;
  private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

  private final SecureRandom random = new SecureRandom();

  /** Generates a new key. */
  public String nextKey() {
    StringBuilder key = new StringBuilder(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      key.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return key.toString();
  }

  /**
   * Whether a text has the form of a generated id, so that the database need not be queried for
   * other texts.
   */
  public static boolean wellFormed(String key) {
    return key.length() == LENGTH && key.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0);
  }

  /** The SHA-256 hash of a token. */
  public static byte[] hashToken(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime must support SHA-256", e);
    }
  }

  /** Compares two hashes in constant time. */
  public static boolean sameHash(byte[] one, byte[] other) {
    return MessageDigest.isEqual(one, other);
  }
}
