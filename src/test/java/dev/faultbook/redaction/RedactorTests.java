package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTests {

  private static final String KEY_LINE = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qZ";

  private static String redact(String text) {
    return MarkedText.redact(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NCCL INFO Bootstrap : Using eth0:«52.10.20.30»<0>",
        "MASTER_ADDR=«52.10.20.30»",
        "NCCL version mismatch with peer «52.10.20.30»",
        "inet «8.8.8.8»/24 scope global",
        "(«8.8.8.8», 29500), then «8.8.8.8».",
        "Last login: Mon Nov 23 from «8.8.8.8»",
        "«8.8.8.8» - - [23/Nov/2026] \"GET / HTTP/1.1\" 200",
        "[«2a02:2e0:3fe:1001::5»]:443",
        "eth0:«2a02:2e0:3fe:1001::5»<4000>",
        "addr:«2a02:2E0:3fe:1001:0:0:0:5»: timeout",
      })
  void publicAddressesGo(String line) {
    MarkedText.assertOnlyMarkedGoes(line);
  }

  /** Regression: of the cuDNN of an invented log of TensorRT, the version became an address. */
  @Test
  void aVersionAloneOnItsLineStays() {
    String log =
        "$ python -c 'import tensorrt; print(tensorrt.__version__)'\n8.2.1.8\n$ nvidia-smi\n";
    MarkedText.assertStays(log);
    MarkedText.assertStays(
        ">>> torch.backends.cudnn.version()\n'9.1.0.70'\n(8.2.1.8)\n8.2.1.8 8.2.1.8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connect to 10.0.0.7:29500 failed",
        "127.0.0.1 192.168.1.4 172.16.0.9 169.254.0.1 100.64.0.3 0.0.0.0 255.255.255.0",
        "fe80::1%eth0 ::1 fd00::12 2001:db8::5 ff02::1 ::ffff:10.0.0.1",
        "NCCL version 2.14.3.1+cuda11.7, using NCCL 2.14.3.1 here, cuDNN 9.1.0.70 there",
        "upgraded cuDNN from 8.9.2.26 to 9.1.0.70",
        "[pip3] nvidia-cudnn-cu12==9.1.0.70 nvidia-cublas-cu12        12.4.5.8",
        "opencv-python>=4.9.0.80 in /opt/lib (4.13.0.92) libnccl.so.2.14.3.1 ucx-1.15.0.1",
        "GPU 0000:c1:00.0 Xid (PCI:0000:41:00): 79, pid=1234, rank 3, port 29500, GPU-1b2c3d4e-0000-1111-2222-333344445555",
        "c10::Error at 12:30:45 GUID 248a:0703:00f4:1a2b mac 24:8a:07:9e:10:22",
        "image sha256:0123456789abcdef@sha256:99 commit 0123456789abcdef0123456789abcdef01234567",
        "Driver Version: 535.129.03   CUDA Version: 12.2 store key: default_pg/0//cuda//0",
      })
  void factsOfADiagnosisStay(String line) {
    MarkedText.assertStays(line);
  }

  /** What loggers and launchers add before and after each line. */
  static Stream<Arguments> lineWrappers() {
    return Stream.of(
        Arguments.of("", ""),
        Arguments.of("[rank0]: ", ""),
        Arguments.of("[1,3]<stdout>:", ""),
        Arguments.of("{\"log\":\"", "\\n\",\"stream\":\"stdout\"}"),
        Arguments.of("level=INFO msg=\"", "\""),
        Arguments.of("  '", "',"));
  }

  @ParameterizedTest
  @MethodSource("lineWrappers")
  void aPrivateKeyGoesWhateverStandsAroundItsLines(String before, String after) {
    String redacted = keyOfLines(before, after, "<secret-1>", "<secret-1>", "<secret-1>");
    assertThat(redact(keyOfLines(before, after, KEY_LINE, "S2Iu+AePqcasgBNWip9ICH==", "Ab3=")))
        .isEqualTo(redacted);
    assertThat(redact(redacted)).isEqualTo(redacted);
  }

  private static String keyOfLines(String before, String after, String... lines) {
    return Stream.of(
            Stream.of("-----BEGIN RSA PRIVATE KEY-----"),
            Stream.of(lines),
            Stream.of("-----END RSA PRIVATE KEY-----", "Training starts"))
        .flatMap(part -> part)
        .map(line -> before + line + after)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void theHeadersOfAnEncryptedKeyStay() {
    String log =
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n%s\n";
    assertThat(redact(log.formatted(KEY_LINE))).isEqualTo(log.formatted("<secret-1>"));
  }

  @Test
  void aPrivateKeyThatTheLogCutsShortTakesNoOtherLine() {
    String log =
        "-----BEGIN PRIVATE KEY-----\n%s\nTraining starts\nAutoModelForSequenceClassification";
    assertThat(redact(log.formatted(KEY_LINE + KEY_LINE))).isEqualTo(log.formatted("<secret-1>"));
    MarkedText.assertStays(
        "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC\n");
  }

  @Test
  void theSameValueGetsTheSameNumberAndTheCountsAreOfDifferentValues() {
    RedactedText redacted =
        Redactor.shared()
            .redact("a@x.com b@x.com A@X.com\nfrom 8.8.8.8 to 8.8.4.4\nfrom 8.8.8.8\n");
    assertThat(redacted.text())
        .isEqualTo("<email-1> <email-2> <email-1>\nfrom <ip-1> to <ip-2>\nfrom <ip-1>\n");
    assertThat(redacted.counts()).isEqualTo(Map.of("email", 2, "ip", 2));
  }

  @Test
  void numbersThatTheTextAlreadyUsesAreNotGivenAgain() {
    assertThat(redact("<email-3> a@x.com")).isEqualTo("<email-3> <email-4>");
  }

  @Test
  void lineEndsStayWhatTheyAre() {
    assertThat(redact("a@x.com\r\n\n10%\r20% b@x.com\n\r"))
        .isEqualTo("<email-1>\r\n\n10%\r20% <email-2>\n\r");
    assertThat(redact("")).isEmpty();
  }

  @Test
  void invisibleTextPartsNoNameFromItsValue() {
    assertThat(redact("\u001b[36mpassword\u001b[0m=\u001b[35mgeheim\u001b[0m"))
        .isEqualTo("password=<secret-1>");
    assertThat(redact("pass\u200bword=geheim")).isEqualTo("password=<secret-1>");
  }

  @Test
  void aSecretIsRedactedAlsoWhereItIsRepeatedWithoutItsName() {
    assertThat(redact("got Zx9qLm2Rt8 from env\nHF_TOKEN=Zx9qLm2Rt8\n401 for (Zx9qLm2Rt8)\n"))
        .isEqualTo("got <secret-1> from env\nHF_TOKEN=<secret-1>\n401 for (<secret-1>)\n");
    assertThat(redact("password=training\ntraining starts")).endsWith("\ntraining starts");
    assertThat(redact("secret=Zx9qLm2R\nZx9qLm2Rt8 aZx9qLm2R")).endsWith("\nZx9qLm2Rt8 aZx9qLm2R");
    assertThat(redact("secret=secret-1\n<secret-1>")).isEqualTo("secret=<secret-2>\n<secret-1>");
  }

  @Test
  void thousandsOfSecretsAreRedactedWhereTheyAreRepeated() {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      log.append("HF_TOKEN=Zx9q").append(i).append("a".repeat(40)).append('\n');
    }
    String named = log.toString();
    String redacted = redact(named + named.replace("HF_TOKEN=", "401 for 失败 "));
    assertThat(redacted).doesNotContain("Zx9q");
    assertThat(redacted.lines().filter(line -> line.startsWith("401 for 失败 <secret-")))
        .hasSize(5000);
  }

  @ParameterizedTest
  @CsvSource({
    "home/jdoe/run/rank0.log, home/<user-1>/run/rank0.log",
    "/home/jdoe/a.log, /home/<user-1>/a.log",
    "run/rank0.log, run/rank0.log",
    "run/password=hunter2x.log, run/password=<secret-1>.log",
    "logs/api_key=Ab12Cd34/rank0.log, logs/api_key=<secret-1>/rank0.log",
    "密码：hunter2x.txt, 密码：<secret-1>.txt",
    "jane@example.com.log, <email-1>.log",
    "slurm-123456_3.out, slurm-123456_3.out",
    "nccl-2.14.3.1.log, nccl-2.14.3.1.log",
    "lr=0.1/rank-3.log, lr=0.1/rank-3.log",
    "tokenizer.json, tokenizer.json",
  })
  void theNameOfAFileLosesItsSecretsAndKeepsItsEnding(String name, String redacted) {
    Redactor redactor = Redactor.shared();
    assertThat(redactor.redactFileName(name, StrikeOuts.NONE)).isEqualTo(redacted);
    assertThat(redactor.redactFileName(redacted, StrikeOuts.NONE)).isEqualTo(redacted);
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
            "a:",
            "x://u",
            "http://",
            "Cookie:",
            "Authorization: Digest ",
            "_密码",
            "mysql%3A%2F%2Fa%3Ab%40",
            "%3A%2F%2Fa",
            "://:p@s/",
            "password |\n",
            "node: \n",
            "[a] ",
            "May 3 10:11:12 ",
            "[--token, ",
            "password:\n",
            "TOKEN=Ab12Cd34Ef56\n",
            "-----END RSA PRIVATE KEY-----\n",
            "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qZ\n-----END RSA PRIVATE KEY-----\n",
            "mc alias set s3 http://h ",
            "token=!",
            "token=\"!",
            "password=<secret-1>",
            "://a",
            "://a@",
            "@",
            "a@a.",
            "::",
            "1.",
            "8.8.8.8 ",
            "-----BEGIN RSA PRIVATE KEY-----\n",
            "name:",
            "name: a value:",
            "(name:'DB_PASSWORD'value:",
            "\"name\":\"DB_PASSWORD\",\"value\":\"",
            "name: DB_PASSWORD\nvalue: \n",
            "-----BEGIN RSA PRIVATE KEY-----\\n\"}\n",
            "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z3V\n",
            "\u001b]",
            "\u001b[",
            "--token ",
            "/home/",
            "C:\\Users\\",
            "eyJ",
            "sk-a",
            "docker login ",
            "curl ",
            "bearer ",
            "token ",
            "Authorization:",
            "\"token\":",
            "a=",
            "\\\"",
            "<secret-",
            "hf_token=1e",
            "\ud800",
            "('token','",
            "(b'authorization', b'",
            "wandb:\n key:",
            "Password for bob:\n",
            "x://a:b/c",
            "password: &a b ",
            "%22token%22%3A%22",
            "\\nHF_TOKEN=a",
            "\\\\n\\\"",
            "\\u0026a\\u003d",
            "&quot;password&quot;:",
            "#012password: ",
            "\"a\\npassword=b\\\\",
            "password=x\\n",
            "api_key%3D",
            "a:5432:b:c:d\n",
            "set -x TOKEN ",
            "令牌（",
            "密码已被",
            "password has been ",
            "password set to “",
            "AK a SK ",
            "ak（",
            "password for a ",
            "access key [",
            "auth('",
            "kinit <<<",
            "ssh-keygen -N '",
            "curl -b a=",
            "--api-key\n",
            "password = \"a\" -> \"b\" ",
            "password for a: ",
            "- value: a\n  name: DB_PASSWORD\n",
            "name: DB_PASSWORD\nother: \n",
            "<value>a</value>\n",
            "- --api-key\n- a1b2c3\n",
            "Enter API key:\n",
            "$ ",
            "HF_TOKEN\n  input_value=",
            "mysql -p'",
            "echo a | sudo -S ",
            "sudo -S ",
            "create secret --from-literal=a",
            ":\\/\\/a:b@",
            "\\/home\\/",
            "\0")
        .map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void hostileTextTakesLinearWork(String text) {
    AllocatedBytes.assertLinear(text, times -> redact(text.repeat(1500 * times)));
  }

  @Test
  void aLogOfManyLinesTakesLinearWork() {
    List<String> lines =
        List.of(
            "node1:1234:1250 [3] NCCL INFO NET/Socket : Using [0]eth0:10.0.3.7<0>",
            "[rank3]:   File \"/home/trainer/app/train.py\", line 118, in <module>",
            "{\"level\": \"info\", \"token_count\": 4096, \"msg\": \"step 10 loss=2.31\"}",
            "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB");
    String log = String.join("\n", lines).concat("\n").repeat(100);
    AllocatedBytes.assertLinear("lines", times -> redact(log.repeat(times)));
  }
}
