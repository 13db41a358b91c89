package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.server.Secret;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * Verifies that a request was sent by the chat that knows the secret. Compares in constant time.
 */
final class RequestSignatures {
  private static final Duration SLACK_AGE = Duration.ofMinutes(5);
  private static final Duration DINGTALK_AGE = Duration.ofHours(1);
  private static final String HMAC = "HmacSHA256";

  /** Most digits of a time stamp in milliseconds; more would overflow. */
  private static final int MAX_DIGITS = 15;

  private RequestSignatures() {}

  /** The answer to every request that is not verified. */
  static ResponseStatusException refusal() {
    return new ResponseStatusException(
        HttpStatus.UNAUTHORIZED, "The signature or token is missing, wrong or too old.");
  }

  /**
   * Whether Slack signed a body: {@code X-Slack-Signature: v0=<HMAC of "v0:time:body" in hex>}.
   *
   * @see <a href="https://docs.slack.dev/authentication/verifying-requests-from-slack">Verifying
   *     requests from Slack</a>
   */
  static boolean isFromSlack(HttpServletRequest request, byte[] body, Secret secret) {
    String time = header(request, "X-Slack-Request-Timestamp");
    byte[] signed = join(("v0:" + time + ":").getBytes(UTF_8), body);
    String expected = "v0=" + HexFormat.of().formatHex(hmac(secret, signed));
    return isRecent(time, 1000, SLACK_AGE)
        && isSame(expected, header(request, "X-Slack-Signature"));
  }

  /**
   * Whether a request has Mattermost's token, in {@code Authorization: Token …}, in the form, or in
   * both; each one that is there must be right.
   *
   * @param formToken the field {@code token}, or null
   */
  static boolean isFromMattermost(
      HttpServletRequest request, @Nullable String formToken, Secret token) {
    String given = request.getHeader("Authorization");
    boolean inHeader = given == null || isSame("Token " + token.value(), given);
    boolean inForm = formToken == null || isSame(token.value(), formToken);
    return (given != null || formToken != null) && inHeader && inForm;
  }

  /** A signature of what a chat shall send back unchanged, in hex. */
  static String sign(String text, Secret secret) {
    return HexFormat.of().formatHex(hmac(secret, ("faultbook:" + text).getBytes(UTF_8)));
  }

  /**
   * Whether a DingTalk robot sent a request: {@code sign: <HMAC of "time\nsecret" in Base64>}. The
   * body is not signed.
   */
  static boolean isFromDingTalk(HttpServletRequest request, Secret secret) {
    String time = header(request, "timestamp");
    byte[] signed = (time + "\n" + secret.value()).getBytes(UTF_8);
    String expected = Base64.getEncoder().encodeToString(hmac(secret, signed));
    return isRecent(time, 1, DINGTALK_AGE) && isSame(expected, header(request, "sign"));
  }

  /** Whether Feishu signed a body: SHA-256 of time, nonce, key and body in hex. */
  static boolean isFromFeishu(HttpServletRequest request, byte[] body, Secret encryptKey) {
    String start =
        header(request, "X-Lark-Request-Timestamp")
            + header(request, "X-Lark-Request-Nonce")
            + encryptKey.value();
    String expected = HexFormat.of().formatHex(sha256(join(start.getBytes(UTF_8), body)));
    return isSame(expected, header(request, "X-Lark-Signature"));
  }

  /** Compares in a time that does not depend on where the texts differ. */
  static boolean isSame(String expected, String given) {
    return MessageDigest.isEqual(expected.getBytes(UTF_8), given.getBytes(UTF_8));
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }

  private static byte[] hmac(Secret secret, byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret.value().getBytes(UTF_8), HMAC));
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has " + HMAC, e);
    }
  }

  /**
   * @param unit milliseconds in one unit of the time stamp
   */
  private static boolean isRecent(String time, long unit, Duration age) {
    boolean digits = !time.isEmpty() && time.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!digits || time.length() > MAX_DIGITS) {
      return false;
    }
    long apart = System.currentTimeMillis() - Long.parseLong(time) * unit;
    return Math.abs(apart) <= age.toMillis();
  }

  private static byte[] join(byte[] first, byte[] second) {
    ByteArrayOutputStream both = new ByteArrayOutputStream(first.length + second.length);
    both.writeBytes(first);
    both.writeBytes(second);
    return both.toByteArray();
  }

  private static String header(HttpServletRequest request, String name) {
    String value = request.getHeader(name);
    return value == null ? "" : value;
  }
}
