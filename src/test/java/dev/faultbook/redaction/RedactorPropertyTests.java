package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Verifies properties of redaction on random texts composed of relevant fragments. The seed is
 * fixed, so that a build never fails by chance; remove it to explore.
 */
class RedactorPropertyTests {

  private static final String LETTERS = "abcdefghijkmnopqrstuvwyz";
  private static final String SIGNS = "!#%+-_./:@&,;*()[]{}|^~?";

  /** A secret, and the text before and after it in its line. */
  record Planted(String before, String secret, String after) {
    String line() {
      return before + secret + after;
    }
  }

  private final Redactor redactor = Redactor.shared();

  @Property(tries = 1000, seed = "20261128")
  void redactingTwiceChangesNothing(@ForAll("logs") String log) {
    String once = redactor.redact(log).text();
    assertThat(redactor.redact(once).text()).isEqualTo(once);
  }

  @Property(tries = 1000, seed = "20261128")
  void linesStayLines(@ForAll("logs") String log) {
    String redacted = redactor.redact(log).text();
    assertThat(redacted.chars().filter(c -> c == '\n' || c == '\r').toArray())
        .isEqualTo(log.chars().filter(c -> c == '\n' || c == '\r').toArray());
  }

  @Property(tries = 1000, seed = "20261128")
  void noPlantedSecretSurvives(
      @ForAll("planted") Planted planted,
      @ForAll("pieces") String left,
      @ForAll("words") String right) {
    String log = left.strip() + "\n" + planted.line() + " " + right;
    assertThat(redactor.redact(log).text()).doesNotContain(planted.secret());
  }

  @Property(tries = 1000, seed = "20261128")
  void plainWordsStay(@ForAll("words") String words) {
    assertThat(redactor.redact(words).text()).isEqualTo(words);
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.of(
            "training",
            "starts",
            "on",
            "rank",
            "0",
            "CUDA",
            "error:",
            "NCCL",
            "INFO",
            "失败",
            "(",
            ")",
            "loss=2.31",
            "step",
            "|",
            "%",
            "it/s]",
            "10.0.0.1")
        .list()
        .ofMaxSize(8)
        .map(list -> String.join(" ", list));
  }

  @Provide
  Arbitrary<String> logs() {
    return pieces().list().ofMaxSize(12).map(pieces -> String.join("", pieces));
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.frequencyOf(
        Tuple.of(
            8,
            Arbitraries.of(
                "\n",
                "\r\n",
                "\r",
                " ",
                "=",
                ":",
                "\"",
                "'",
                "\\",
                "\\\"",
                ",",
                "@",
                "://",
                "/",
                "token",
                "password",
                "--token ",
                "HF_TOKEN",
                "api_key",
                "Authorization: ",
                "Bearer ",
                "Cookie: ",
                "https://",
                "/home/",
                "C:\\Users\\",
                "<secret-1>",
                "<user-2>",
                "<",
                ">",
                "8.8.8.8",
                "2a02:2e0::5",
                "::",
                ".",
                "-",
                "a@b.com",
                "abcdef123456",
                "None",
                "x",
                "1",
                "-----BEGIN RSA PRIVATE KEY-----",
                "-----END RSA PRIVATE KEY-----",
                "\u001b[31m",
                "\u001b]",
                "machine a login b password c",
                "curl -u ",
                "sshpass -p",
                "&",
                ";",
                "[",
                "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "eyJaaaaaaaaaaaa.bbbbbbbbbbbb.",
                "kind: Secret\n",
                "data:\n",
                "\n  a: b",
                "\"kind\":\"Secret\",",
                "\"data\":{\"a\":\"b\"",
                "\\n",
                "\\\\n",
                "\\t",
                "\\u0026",
                "\\u003d",
                "&quot;",
                "&amp;",
                "%22",
                "%3D",
                "#012",
                "\u2192",
                "->",
                "{\"msg\":\"",
                "Ab12Cd34Ef",
                "secret",
                "密码",
                "version ")),
        Tuple.of(2, Arbitraries.strings().ofMaxLength(6)));
  }

  @Provide
  Arbitrary<Planted> planted() {
    return Arbitraries.oneOf(passwords(), tokens(), emails(), addresses(), users());
  }

  private static Arbitrary<Planted> passwords() {
    Arbitrary<String> password =
        Arbitraries.strings()
            .withChars(LETTERS + "0123456789" + SIGNS)
            .ofMinLength(5)
            .ofMaxLength(30)
            .filter(
                p ->
                    TextRuns.isLetter(p.charAt(0))
                        && TextRuns.isLetterOrDigit(p.charAt(p.length() - 1)))
            .filter(p -> !p.matches(".*[,;&].*[=:].*"))
            .filter(p -> !List.of("false", "undefined", "required", "string").contains(p))
            // Masks and placeholders stay: a***z, x...x, your-key.
            .filter(p -> !p.contains("***") && !p.matches("[x.?#-]+|your.*"));
    Arbitrary<String[]> frames =
        Arbitraries.of(
            new String[] {"password=", ""},
            new String[] {"DB_PASSWORD: ", ""},
            new String[] {"\"password\": \"", "\","},
            new String[] {"{'api_key': '", "'}"},
            new String[] {"export WANDB_API_KEY=", ""},
            new String[] {"train.py --password ", " --lr 1"},
            new String[] {"['--api-key', '", "']"},
            new String[] {"CLIENT_SECRET=\"", "\""},
            new String[] {"Authorization: Bearer ", ""});
    return Combinators.combine(frames, password)
        .as((f, p) -> new Planted(f[0], f[0].endsWith("Bearer ") ? toBearer(p) : p, f[1]));
  }

  /** A bearer token has no other signs than these; RFC 6750, section 2.1. */
  private static String toBearer(String password) {
    return password.replaceAll("[^A-Za-z0-9._~+/-]", "-");
  }

  private static Arbitrary<Planted> tokens() {
    Arbitrary<String> tail =
        Arbitraries.strings()
            .withChars(LETTERS + LETTERS.toUpperCase(java.util.Locale.ROOT) + "123456789")
            .ofMinLength(36)
            .ofMaxLength(40);
    Arbitrary<String> head =
        Arbitraries.of("hf_", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "npm_");
    Arbitrary<String> before = Arbitraries.of("", "using ", "\"", "(", "token=", "令牌", "https://");
    return Combinators.combine(before, head, tail)
        .as((b, h, t) -> new Planted(b, h + t, b.equals("https://") ? "@host/x" : ""));
  }

  private static Arbitrary<Planted> emails() {
    Arbitrary<String> name =
        Arbitraries.strings()
            .withChars(LETTERS + "0123456789._+-")
            .ofMinLength(4)
            .ofMaxLength(16)
            .filter(n -> TextRuns.isLetterOrDigit(n.charAt(0)));
    Arbitrary<String> host =
        Arbitraries.of("example.com", "mail.example.co.uk", "uni-x.edu.cn", "a-b.ai");
    Arbitrary<String> before = Arbitraries.of("", "<", "user: ", "联系", "mailto:");
    return Combinators.combine(before, name, host)
        .as((b, n, h) -> new Planted(b, n + "@" + h, " "));
  }

  private static Arbitrary<Planted> addresses() {
    Arbitrary<String> address =
        Combinators.combine(
                Arbitraries.integers().between(11, 99),
                Arbitraries.integers().between(0, 255),
                Arbitraries.integers().between(0, 255),
                Arbitraries.integers().between(0, 255))
            .as((a, b, c, d) -> a + "." + b + "." + c + "." + d);
    Arbitrary<String[]> frames =
        Arbitraries.of(
            new String[] {"eth0:", "<0>"},
            new String[] {"connect to ", ":29500"},
            new String[] {"MASTER_ADDR=", ""},
            new String[] {"http://", "/x"},
            new String[] {"host ", " is down"},
            new String[] {"[", "]:443"});
    return Combinators.combine(frames, address).as((f, a) -> new Planted(f[0], a, f[1]));
  }

  private static Arbitrary<Planted> users() {
    Arbitrary<String> name =
        Arbitraries.strings()
            .withChars(LETTERS + "0123456789_-")
            .ofMinLength(5)
            .ofMaxLength(14)
            .filter(
                n ->
                    TextRuns.isLetterOrDigit(n.charAt(0))
                        && TextRuns.isLetterOrDigit(n.charAt(n.length() - 1)))
            // A number with hyphens is a date, not an account.
            .filter(
                n ->
                    n.chars().anyMatch(Character::isLetter)
                        || n.chars().allMatch(Character::isDigit));
    Arbitrary<String[]> frames =
        Arbitraries.of(
            new String[] {"File \"/home/", "/train.py\""},
            new String[] {"/Users/", ": not a directory"},
            new String[] {"C:\\Users\\", "\\x"},
            new String[] {"/nfs/home/", ""});
    return Combinators.combine(frames, name).as((f, n) -> new Planted(f[0], n, f[1]));
  }
}
