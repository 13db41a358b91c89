package dev.faultbook.redaction;

import static dev.faultbook.redaction.MarkedText.assertOnlyMarkedGoes;
import static dev.faultbook.redaction.MarkedText.assertStays;
import static dev.faultbook.redaction.MarkedText.redact;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies what goes and what stays of credentials in unusual spellings: behind colour codes, in
 * headers, in lists of arguments, in encodings. Secrets are between «marks». The character ¦ is
 * removed before the test; it prevents alarms of secret scanners.
 */
class SecretFormsTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"log\":\"\\u001b[36mDB_PASSWORD\\u001b[0m=\\u001b[33m«hunterX77»\\u001b[0m\\n\"}",
        "{\"log\":\"\\\\u001B[36mDB_PASSWORD\\\\u001B[0m=«hunterX77»\"}",
        "#033[32mDB_PASSWORD#033[0m=«hunterX77»",
        "[36mpassword[0m=«hunterX77»",
        "[1mtoken[22m: «Ab12Cd34Ef56»",
        "^[[32mDB_PASSWORD^[[0m=«hunterX77»",
        "\\x1b[32mpassword\\x1b[0m=«hunterX77»",
        "\\033[1;32mpassword\\033[0m=«hunterX77»",
        "\\e[38;5;12mpassword\\e[0m: «hunterX77»",
        "%1B[32mpassword%1B[0m=«hunterX77»",
        "&#27;[32mpassword&#27;[0m=«hunterX77»",
      })
  void coloursWrittenAsTextDoNotHideASecret(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\u001b[36mloss\\u001b[0m=\\u001b[33m2.31\\u001b[0m",
        "[32mINFO[0m step 10 max_new_tokens=128",
        "view[3m] token[0] grep ^[0-9] ^[[",
        "[",
        "^[",
        "\\u001b",
        "\\e[",
      })
  void coloursWrittenAsTextStay(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cookie: «_xsrf=2|ab; username-localhost-8888=\"2|1:0|44:Y2U4ZGFh\"»",
        "curl -H 'Cookie: «_xsrf=2; user=\"2|1:0|44:Y2U4ZGFh\"; a=b»' https://x",
        "curl -H \"Cookie: «a=b»\" https://x",
        "curl -H \"Cookie: «a=»\" -d \"x=1; y\"",
        "{\"Cookie\": \"«a=b; c=\\\"d\\\"; e=f»\", \"x\": 1}",
        "Authorization: Splunk «12345678-1234-1234-1234-123456789abc»",
        "Authorization: «GenieKey 12345678-1234-1234-1234-123456789abc»",
        "{'Authorization': 'Key «hunter»', 'Accept': '*/*'}",
        "{'Authorization': '«Foo hunter»', 'Accept': '*/*'}",
        "Authorization: «hunterX77» and more words",
        "Authorization: TC3-HMAC-SHA256 «Credential=Ab12, SignedHeaders=host, Signature=0a1b»",
        "http.Header{\"X-Token\":[]string{\"«Ab12Cd34Ef56»\"}}",
        "http.Header{\"Authorization\":[]string{\"Bearer «abc»\"}}",
        "map[Accept:[*/*] Authorization:[Bearer «abc»]]",
        "wget --header=Authorization:\\ Bearer\\ «hunterX77» https://x",
        "wget --header=X-Auth-Token:\\ «hunterX77ab» https://x",
      })
  void theCredentialsOfHeadersGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: none",
        "\"Authorization\": null,",
        "Authorization: ****",
        "Authorization header missing",
        "Authorization:",
        "cookie=",
      })
  void headersWithoutCredentialsStay(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SM_USER_ARGS=[\"--epochs\",\"1\",\"--api_key\",\"«hunterX77»\"]",
        "{\"command\":[\"python\",\"train.py\",\"--api-key\",\"«k1»\",\"--db-password\",\"«a_14#»\"]}",
        "\\\"args\\\":[\\\"--x\\\",\\\"--api-key\\\",\\\"«k1»\\\",\\\"--password\\\",\\\"«k2»\\\"]",
        "sys.argv: ['train.py','--passwd','«baseball»']",
        "args: [--password, «Summer2024!», --lr, 1]",
        "type=EXECVE argc=3 a0=\"mysql\" a1=\"-uroot\" a2=\"-p«hunterX77»\"",
        "[(b'Date', b'x'), (b'Set-Cookie', b'«__cf_bm=abc; path=/»'), (b'x', b'y')]",
        "execve(\"/usr/bin/python\",[\"python\",\"--token\",\"«6Ml2sXabcd»\"],0x7ffd)",
      })
  void optionsInListsHaveValues(String line) {
    assertOnlyMarkedGoes(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "use --password, --user or --token, which is deprecated",
        "options: [--token, --password, --lr]",
        "[\"--no-token\",\"--verbose\"]",
      })
  void optionsWithoutValuesStay(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Command '['curl', '-u', '«jdoe»:«hunterX77»', 'https://x']' failed",
        "[\"redis-cli\", \"-a\", \"«hunterX77»\"]",
        "{\"cmd\":\"[\\\"sshpass\\\", \\\"-p\\\", \\\"«hunterX77»\\\"]\"}",
        "['vault', 'login', '«two words»']",
        "docker --context x login -u «bob7» -p «hunterX77» h",
      })
  void theSecretsOfListsOfArgumentsGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "['mysql', '-uroot', '-p', '-h', 'db']",
        "['docker', 'login'] ['x', '-p', 'y']",
        "docker run --name x login-page -p 80:80",
        "docker run login -p 8080:80",
        "(\"a\", \"b\") [\"",
        "  --hub-token HUB_TOKEN  token of the hub",
        "usage: train.py [--password PASSWORD]",
      })
  void otherListsAndCommandsStay(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ec2-«54-183-22-19».compute-1.amazonaws.com: connection refused",
        "host_«47.93.112.18»_rank0",
        "/tmp/store/«47.93.112.18»-29500",
        "\"username\": \"«mei.lin@corp.com»\"",
        "«wjchen@corp.com»_rank0.log",
      })
  void addressesInNamesGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ip-10-0-0-1.ec2.internal ec2-2026-11-23-10",
        "nvidia_cudnn_cu12-9.1.0.70-py3 libnccl2_2.14.3.1-1 cuda-repo-12.4.127.1-20240101",
        "mysql-server-8.0.35.1 host_10.0.0.3_rank0",
        "memcpy@GLIBC_2.14",
      })
  void otherNumbersInNamesStay(String line) {
    assertStays(line);
  }

  @Test
  void theNameOfAFileLosesItsAddress() {
    assertThat(new Redactor().redactFileName("run/wjchen@corp.com_rank0.log"))
        .isEqualTo("run/<email-1>_rank0.log");
  }

  @Test
  void aPrivateKeyBehindACertificateInBase64Goes() {
    String certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    String key = "-----BEGIN PRIVATE" + " KEY-----\nMIIE\n-----END PRIVATE" + " KEY-----\n";
    assertThat(redact("tls " + base64(certificate + key))).isEqualTo("tls <secret-1>");
    assertThat(redact("tls " + base64(key))).isEqualTo("tls <secret-1>");
    assertStays("tls " + base64(certificate));
    assertStays("tls " + base64(certificate.replace("CERTIFICATE", "RSA PUBLIC KEY")));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(ISO_8859_1));
  }

  static Stream<String> hostile() {
    return Stream.of(
        "['a', 'b'] ",
        "['",
        "[\"\\",
        "\"a\" ",
        "docker -a ",
        "docker -a b login -p ",
        "ec2-1-",
        "sqlplus a/",
        "basic_auth=a:",
        "LS0tLS1CRUdJTi",
        "LS0tLS1CRUdJTiA=",
        "contact_",
        "\\u001b[",
        "\\u001b[1m",
        "^[[0m",
        "[0m",
        "#033",
        "Cookie: a=\"",
        "Cookie: a=\\\"");
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void repeatedFormsTakeLinearWork(String text) {
    AllocatedBytes.assertLinear(text, times -> redact(text.repeat(1500 * times)));
  }
}
