package dev.faultbook.redaction;

import static dev.faultbook.redaction.MarkedText.assertOnlyMarkedGoes;
import static dev.faultbook.redaction.MarkedText.assertStays;
import static dev.faultbook.redaction.MarkedText.redact;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies secrets that their place identifies: before an address, in the output of a debugger, in
 * the declaration of an option. Secrets are between «marks». The character ¦ is removed before the
 * test; it prevents alarms of secret scanners.
 */
class SecretPlacesTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTPS_PROXY=«bob7»:«Zk2024ab#1»@proxy:8080",
        "curl -x «bob7»:«geheim»@gpu-01:8080 https://x",
        "git config --global http.proxy «bob7»:«geheim»@10.0.0.1:8080",
        "pip install --proxy=root:«geheim»@gpu-01:8080 x",
        "proxy «bob7»:«p@ss:word»@proxy.corp.example:8080 refused",
        "Failed to parse: «bob7»:«geheim»@10.0.0.1:8080",
        "nonnumeric port: '«bob7»:«geheim»@10.0.0.1:8080'",
        "cannot reach root:«Zk2024ab»@db-1:3306",
        "cannot open root:«Zk2024ab»@/grafana",
        "dsn=\"root:«pw#12»@tcp(10.0.0.1:3306)/db\"",
        "root:«p»@(10.0.0.1:3306)/db «bob7»:«p»@unix(/run/mysqld.sock)/db",
        "my¦sql://root:«pw#»@(10.0.0.1:3306)/jfs",
        "Port could not be cast to integer value as '«Zk2024ab#1»@10.0.0.1:6379'",
      })
  void passwordsBeforeAnAddressGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTPS_PROXY=proxy:8080 http_proxy=http://proxy:8080",
        "curl -x 10.0.0.1:8080 https://x",
        "image@sha256:99 worker:rank0@10.0.0.1:29500",
        "proxy @host:80 a:@host:80 :x@host:80",
        "f(a:b@(c)) a:b@/c",
        "git@10.0.0.1:2222 could not be cast",
      })
  void otherAddressesStay(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#1 login (user=0x7f3a11 \"«bob7»\", passwd=0x7f3a12345678 \"«Shanghai@2021»\") at main.c:3",
        "passwd = 0x7f3a12 \"«abc»\"",
        "SMTP_PASSWORD=«abcd efgh ijkl mnop»",
        "password: «abcd efgh ijkl mnop», host: smtp",
        "parser.add_argument('--api_key', type=str, default='«GYQR1234»')",
        "add_argument(\"--password\", type=str, default=\"«abc»\", help=\"the password\")",
        "add_argument('--password', '-p', type=str, default='«abc»')",
        "['--password', '«a=b»']",
        "['--password', '«-abc»']",
        "- --password\n- «123456»",
        "password | «Zk2024ab»",
        "密码 | «Zk2024ab» |",
        "密码｜«Zk2024ab»",
      })
  void theseSecretsGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password:  11 bytes",
        "token:     1024 bytes",
        "add_argument('--token', type=str, help='the token of the hub')",
        "add_argument('--token', type=str, default=",
        "add_argument('--token', type=str, default=None)",
        "- --password\n- 123",
        "--password\nstep 123456",
        "name | value",
        "backward pass 123, pass 1 of 3, pass: 3",
        "could not read Username for 'https://github.com': terminal prompts disabled",
      })
  void theseLinesStay(String text) {
    assertStays(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "    login(token=key)\n    │           └ '«6120fa3b9c8d7e6f»'\n    └ <function login>",
        "    connect(host, password)\n            │     └ '«geheim»'\n            └ 'gpu-01x2y3z'",
        "[rank0]:  f(hf_token)\n[rank0]:  │ └ '«hf6120fa3b9c»'\n[rank0]:  └ <function f>",
        "f(\"password=«geheim»\", password)\n                          └ '«Zk2024ab#1»'",
      })
  void theValuesOfTracedVariablesGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "    train(step=step)\n          │     └ 'a1b2c3d4e5f6'\n          └ 'b1b2c3d4e5f6'",
        "    start(token=key)\n    │           └ <Key object>\n    └ 'a1b2c3d4e5f6'",
        "└ password\n  └ 'a1b2c3d4e5f6'",
        "password\n└",
        "password\n└── 'a1b2c3d4e5f6'",
      })
  void otherBranchesStay(String text) {
    assertStays(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Please use the following password to proceed to installation:\n\n«0123456789abcdef0123456789abcdef»\n",
        "reply: b'334 UGFzc3dvcmQ6\\r\\n'\nreply: retcode (334); Msg: b'UGFzc3dvcmQ6'\nsend: '«Z2VoZWlt»\\r\\n'",
      })
  void passwordsBelowTheirPromptGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Please use the following password to proceed:\n\nstep 10\n0123456789abcdef0123456789abcdef",
        "password:\n\n0123456789abcdef",
        "reply: b'334 UGFzc3dvcmQ6'\nreply: done\nsend: 'quit'",
        "reply: b'334 UGFzc3dvcmQ6'\nsend: ",
      })
  void textBelowOtherLinesStays(String text) {
    assertStays(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a:b@c:80 ",
        "proxy a:b@c:80 ",
        "a:b@(",
        "'@c:80 could not be cast ",
        "password: abcd efgh ",
        "password=0x1 ",
        "'--token', a=",
        "auth=('a','b'),",
        "auth=[('a','b'),",
        "('a','b'),",
        "_AUTH=a:b,",
        "net use \\\\a /b:c ",
        "echo a > passwd-s3fs ",
        "\"AUTH\" \"a\" ",
        "密码】",
        "login(token)\n└ 'a1b2c3d4'\n",
        "token token\n└ 'a' └ 'b'",
        "send: 'UGFzc3dvcmQ6'\n",
        "a:b1c2d3@/c ",
        "'--token', '-a', ",
      })
  void repeatedPlacesTakeLinearWork(String text) {
    AllocatedBytes.assertLinear(text, times -> redact(text.repeat(1500 * times)));
  }
}
