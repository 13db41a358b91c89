package dev.faultbook.redaction;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;

/** Tokens that show by their shape what they are, whatever stands around them. */
final class TokenShapes implements SecretFinder {

  /**
   * @param trigger a literal without which the pattern cannot match
   * @param pattern its first group is the secret
   * @param mixed whether the secret must hold a digit: words joined by hyphens look alike
   */
  private record Shape(String trigger, Pattern pattern, boolean mixed) {

    static Shape of(String trigger, String pattern) {
      return new Shape(trigger, Pattern.compile(pattern), false);
    }

    static Shape mixed(String trigger, String pattern) {
      return new Shape(trigger, Pattern.compile(pattern), true);
    }
  }

  private static final List<Shape> SHAPES =
      List.of(
          // Hugging Face
          Shape.of("hf_", "(hf_[A-Za-z0-9]{24,})"),
          Shape.of("api_org_", "(api_org_[A-Za-z0-9]{24,})"),
          // GitHub, GitLab
          Shape.of("ghp_", "(ghp_[A-Za-z0-9]{20,})"),
          Shape.of("gho_", "(gho_[A-Za-z0-9]{20,})"),
          Shape.of("ghu_", "(ghu_[A-Za-z0-9]{20,})"),
          Shape.of("ghs_", "(ghs_[A-Za-z0-9]{20,})"),
          Shape.of("ghr_", "(ghr_[A-Za-z0-9]{20,})"),
          Shape.of("github_pat_", "(github_pat_[A-Za-z0-9_]{20,})"),
          Shape.of("glpat-", "(glpat-[A-Za-z0-9_.-]{16,})"),
          Shape.of("gldt-", "(gldt-[A-Za-z0-9_.-]{16,})"),
          Shape.of("glrt-", "(glrt-[A-Za-z0-9_.-]{16,})"),
          // Clouds: AWS, Google, Alibaba, Tencent
          Shape.of("AKIA", "\\b(AKIA[A-Z0-9]{16})\\b"),
          Shape.of("ASIA", "\\b(ASIA[A-Z0-9]{16})\\b"),
          Shape.of("AIza", "(AIza[A-Za-z0-9_-]{35})"),
          Shape.of("ya29.", "(ya29\\.[A-Za-z0-9_-]{20,})"),
          Shape.mixed("LTAI", "\\b(LTAI[A-Za-z0-9]{12,30})\\b"),
          Shape.mixed("AKID", "\\b(AKID[A-Za-z0-9]{32})\\b"),
          // OpenAI and its kin, NVIDIA, Groq, Replicate, Weights & Biases
          Shape.mixed("sk-", "(?:^|[^A-Za-z0-9_-])(sk-[A-Za-z0-9_-]{16,})"),
          Shape.of("nvapi-", "(nvapi-[A-Za-z0-9_-]{20,})"),
          Shape.of("gsk_", "(gsk_[A-Za-z0-9]{20,})"),
          Shape.of("r8_", "\\b(r8_[A-Za-z0-9]{30,})"),
          Shape.of("wandb_v1_", "(wandb_v1_[A-Za-z0-9_-]{20,})"),
          // Registries
          Shape.of("npm_", "(npm_[A-Za-z0-9]{30,})"),
          Shape.of("pypi-", "(pypi-[A-Za-z0-9_-]{40,})"),
          Shape.of("dckr_pat_", "(dckr_pat_[A-Za-z0-9_-]{20,})"),
          // Slack, and the chats' web hooks, whose path is the secret
          Shape.of("xox", "(xox[abcdeoprs]-[A-Za-z0-9-]{10,})"),
          Shape.of("xapp-", "(xapp-[A-Za-z0-9-]{20,})"),
          Shape.of("hooks.slack.com/", "hooks\\.slack\\.com/[a-z]+/([A-Za-z0-9_/-]{8,})"),
          Shape.of("/webhooks/", "/api/webhooks/([0-9]+/[A-Za-z0-9_-]{8,})"),
          Shape.of("/bot/v2/hook/", "/bot/v2/hook/([A-Za-z0-9-]{8,})"),
          Shape.of("/webhook/send?key=", "/webhook/send\\?key=([A-Za-z0-9-]{8,})"),
          // JSON web tokens, cut short or not
          Shape.of("eyJ", "(eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)*)"),
          // Signed addresses of object stores
          Shape.of("X-Amz-", "X-Amz-(?:Signature|Credential|Security-Token)=([^&\\s\"'<>]+)"),
          Shape.of("sig=", "[?&;]sig=([^&\\s\"'<>]{16,})"));

  @Override
  public void find(String line, RedactedSpans found) {
    for (Shape shape : SHAPES) {
      int from = line.indexOf(shape.trigger);
      if (from < 0) {
        continue;
      }
      Matcher matcher = shape.pattern.matcher(line);
      while (matcher.find()) {
        if (!shape.mixed || hasDigit(line, matcher.start(1), matcher.end(1))) {
          found.add(matcher.start(1), matcher.end(1), SecretKind.SECRET);
        }
      }
    }
  }

  private static boolean hasDigit(String line, int start, int end) {
    for (int i = start; i < end; i++) {
      if (TextRuns.isDigit(line.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
