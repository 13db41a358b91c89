package dev.faultbook.database;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** Unguessable names: 128 random bits in 26 letters and digits that nobody mistakes. */
public final class RandomKeys {

  private static final int BITS = 128;
  private static final int LENGTH = (BITS + 4) / 5;
  private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

  private final SecureRandom random = new SecureRandom();

  public String nextKey() {
    StringBuilder key = new StringBuilder(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      key.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return key.toString();
  }

  /** Spares the database what cannot be an id. */
  public static boolean wellFormed(String key) {
    return key.length() == LENGTH && key.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0);
  }

  public static byte[] hashToken(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Takes the same time wherever the two differ. */
  public static boolean sameHash(byte[] one, byte[] other) {
    return MessageDigest.isEqual(one, other);
  }
}
