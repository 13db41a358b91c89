package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Signs and encrypts messages as the chats do. */
final class Signing {
  private Signing() {}

  static byte[] form(String text) {
    return ("team_domain=x&text=" + URLEncoder.encode(text, UTF_8)).getBytes(UTF_8);
  }

  static byte[] hmac(String secret, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Headers of Slack. */
  static String[] slack(String secret, long seconds, byte[] body) {
    byte[] mac = hmac(secret, "v0:" + seconds + ":" + new String(body, UTF_8));
    return new String[] {
      "X-Slack-Request-Timestamp",
      Long.toString(seconds),
      "X-Slack-Signature",
      "v0=" + HexFormat.of().formatHex(mac)
    };
  }

  /** Headers of DingTalk. */
  static String[] dingTalk(String secret, long millis) {
    String sign = Base64.getEncoder().encodeToString(hmac(secret, millis + "\n" + secret));
    return new String[] {"timestamp", Long.toString(millis), "sign", sign};
  }

  /** Headers of Feishu. */
  static String[] feishu(String key, byte[] body) {
    String signed = "1700000000" + "nonce" + key + new String(body, UTF_8);
    return new String[] {
      "X-Lark-Request-Timestamp",
      "1700000000",
      "X-Lark-Request-Nonce",
      "nonce",
      "X-Lark-Signature",
      HexFormat.of().formatHex(sha256(signed))
    };
  }

  /** The body of an encrypted event of Feishu. */
  static byte[] encrypted(String key, String event) {
    try {
      byte[] vector = "0123456789abcdef".getBytes(UTF_8);
      Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(sha256(key), "AES"), new IvParameterSpec(vector));
      byte[] secret = cipher.doFinal(event.getBytes(UTF_8));
      byte[] all = new byte[vector.length + secret.length];
      System.arraycopy(vector, 0, all, 0, vector.length);
      System.arraycopy(secret, 0, all, vector.length, secret.length);
      return ("{\"encrypt\":\"" + Base64.getEncoder().encodeToString(all) + "\"}").getBytes(UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
