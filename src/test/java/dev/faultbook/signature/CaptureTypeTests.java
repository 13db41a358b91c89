package dev.faultbook.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureTypeTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "INT     | 29500               | 29500",
        "INT     | -1                  |",
        "INT     | 12345678901234567890 |",
        "INT     | ２                   |",
        "HEX     | 0x1fA               | 0x1fA",
        "HEX     | 0x                  |",
        "SIZE    | 2.00 GiB            | 2.00GiB",
        "SIZE    | 9637888             | 9637888",
        "SIZE    | 2 parsecs           |",
        "SIZE    | 2..0GiB             |",
        "VERSION | 2.14.3+cu128        | 2.14.3+cu128",
        "VERSION | 12 /srv/evil.deb    |",
        "VERSION | 2..1                |",
        "VERSION | 2.                  |",
        "PORT    | 29500               | 29500",
        "PORT    | 0                   |",
        "PORT    | 65536               |",
        "HOST    | node-1.example.com. | node-1.example.com",
        "HOST    | ::ffff:10.0.0.1     | ::ffff:10.0.0.1",
        "HOST    | [fe80::1%eth0]      | fe80::1%eth0",
        "HOST    | 10.0.0.1<29500>     | 10.0.0.1",
        "HOST    | -oProxyCommand      |",
        "HOST    | a..b                |",
        "HOST    | nоde                |",
        "HOST    | fe80::1%-x          |",
        "DEVICE  | mlx5_0              | mlx5_0",
        "DEVICE  | 0000:41:00.0        | 0000:41:00.0",
        "DEVICE  | /dev/nvidia0        | /dev/nvidia0",
        "DEVICE  | /dev/../etc/shadow  |",
        "DEVICE  | /etc/shadow         |",
        "PATH    | /usr/lib/libc.so.6  | /usr/lib/libc.so.6",
        "PATH    | a/../../b           |",
        "PATH    | a//b                |",
        "PATH    | -rf                 |",
        "PATH    | @file               |",
        "PATH    | a b                 |",
        "NAME    | torch.distributed   | torch.distributed",
        "NAME    | _C                  | _C",
        "NAME    | .hidden             |",
        "NAME    | --user              |",
        "NAME    | a..b                |",
        "WORD    | a/b                 |",
        "TEXT    | plain               |",
      })
  void aValueIsAnArgumentOnlyInTheFormOfItsType(CaptureType type, String value, String argument) {
    assertThat(type.toArgument(value).orElse(null)).isEqualTo(argument);
    assertThat(type.toArgument("")).isEmpty();
    assertThat(type.toArgument("a".repeat(4000))).isEmpty();
    assertThat(type.toArgument("1".repeat(4000))).isEmpty();
    assertThat(type.toArgument(value + " -x")).isEmpty();
    assertThat(type.toArgument(value + "\n")).isEmpty();
    assertThat(type.toArgument(value + "$(id)")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "connect to ({x:host}, {y:port})   | connect to (node-1., 29500)       | node-1.",
        "connect to ({x:host}, {y:port})   | connect to ([fe80::1], 29500)     | [fe80::1]",
        "connect to {x:host}<{y:port}> now | connect to fd00::5<41873> now     | fd00::5",
        "connect to {x:host}:{y:port} now  | connect to fd00::5:41873 now      | fd00::5",
        "connect to {x:host} now           | connect to 10.0.0.1<41873> now    | 10.0.0.1<41873>",
        "connect to ({x:host}, {y:port})   | connect to (a --privileged, 1)    |",
        "connect to ({x:host}, {y:port})   | connect to (node-1, 70000)        |",
        "device {x:device}:{y:int}         | device mlx5_0:1/RoCE              | mlx5_0",
        "device {x:device}: failed         | device 0000:41:00.0: failed       | 0000:41:00.0",
        "device {x:device}                 | device /dev/nvidia0.              | /dev/nvidia0",
        "device {x:device}                 | device /etc/shadow                |",
        "module named '{x:name}'           | module named 'torch._C'           | torch._C",
        "module {x:name}.                  | module torch.cuda.                | torch.cuda",
        "module {x:name}                   | module -rf                        |",
        "module {x:name}                   | module a../b                      | a",
      })
  void aTypedCaptureTakesItsText(String pattern, String line, String captured) {
    LinePattern compiled = TestPatterns.ofText(pattern);
    byte[] bytes = line.getBytes(UTF_8);
    LineMatch match = compiled.findMatch(bytes, 0, bytes.length);
    if (captured == null) {
      assertThat(match).isNull();
    } else {
      LineMatch.Span span = match.captures().get("x");
      assertThat(new String(bytes, span.start(), span.end() - span.start(), UTF_8))
          .isEqualTo(captured);
    }
  }

  @Test
  void aRegularExpressionDeclaresTypesOfItsGroups() throws PatternException {
    RegexPattern pattern =
        RegexPattern.compile("Cannot resolve (?<host:host>\\S+) \\(?[(?<x:y>](?P<why>.*)", false);
    assertThat(pattern.captureTypes())
        .isEqualTo(Map.of("host", CaptureType.HOST, "why", CaptureType.TEXT));
    byte[] line = "Cannot resolve node-1 <because".getBytes(UTF_8);
    assertThat(pattern.findMatch(line, 0, line.length).captures()).containsKeys("host", "why");
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> RegexPattern.compile("Cannot resolve (?<host:hots>.*)", false)))
        .hasMessageContaining("'hots' is not a capture type");
  }
}
