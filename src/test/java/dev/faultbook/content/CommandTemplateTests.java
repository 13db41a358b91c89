package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.signature.CaptureType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandTemplateTests {
  private static TemplateValues value(CaptureType type, String value) {
    return TemplateValues.NONE.with(Map.of("x", value), Map.of("x", type));
  }

  private static String fill(String command, CaptureType type, String value) {
    return new CommandTemplate(command).fill(value(type, value));
  }

  @Test
  void aValueEntersACommandOnlyInTheFormOfItsType() {
    String command = "docker run --shm-size={{x|SIZE}} image";
    assertThat(fill(command, CaptureType.SIZE, "2.00 GiB"))
        .isEqualTo("docker run --shm-size=2.00GiB image");
    assertThat(fill(command, CaptureType.SIZE, "2 GiB -v /:/host"))
        .isEqualTo("docker run --shm-size=SIZE image");
    assertThat(fill(command, CaptureType.TEXT, "2g")).isEqualTo("docker run --shm-size=SIZE image");
    assertThat(new CommandTemplate(command).fill(TemplateValues.NONE))
        .isEqualTo("docker run --shm-size=SIZE image");
    assertThat(fill("docker ps --format '{{.Names}}'", CaptureType.NAME, "y"))
        .isEqualTo("docker ps --format '{{.Names}}'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "ls {{x:/usr/lib/LIBRARY}}       | /usr/lib/libc.so.6   | ls /usr/lib/libc.so.6",
        "ls {{x:/usr/lib/LIBRARY}}       | /etc/shadow          | ls /usr/lib/LIBRARY",
        "ls {{x:/usr/lib/LIBRARY}}       | /usr/lib/../etc      | ls /usr/lib/LIBRARY",
        "ls {{x:/usr/lib/LIBRARY}}       | /usr/lib/            | ls /usr/lib/LIBRARY",
        "ls {{x:FILE}}                   | data.bin             | ls data.bin",
        "ls {{x:FILE}}                   | a/b                  | ls FILE",
        "ls {{x:FILE}}                   | -rf                  | ls FILE",
        "ls {{x:FILE}}                   | ~root                | ls FILE",
        "ls /var/log/{{x:FILE}}          | syslog               | ls /var/log/syslog",
        "ls /var/log/{{x:/var/log/FILE}} | /var/log/syslog      | ls /var/log//var/log/FILE",
        "ls \"$D\"{{x:/var/log/FILE}}    | /var/log/syslog      | ls \"$D\"/var/log/FILE",
        "ls --at=\"{{x:/var/log/FILE}}\" | /var/log/syslog      | ls --at=\"/var/log/syslog\"",
      })
  void aPathLiesBelowItsRoot(String command, String value, String filled) {
    assertThat(fill(command.replace("{{x:", "{{x|"), CaptureType.PATH, value)).isEqualTo(filled);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "a --at={{x:HOST}}:29500       | fe80::1%eth0 | a --at='[fe80::1%eth0]':29500",
        "a \"--at={{x:HOST}}:29500\"   | fd00::5      | a \"--at=[fd00::5]:29500\"",
        "a '--at={{x:HOST}}:29500'     | fd00::5      | a '--at=[fd00::5]:29500'",
        "# don't§a {{x:HOST}}:29500    | fd00::5      | # don't§a '[fd00::5]':29500",
        "ping {{x:HOST}}               | [fd00::5]:99 | ping fd00::5",
        "ping {{x:HOST}}               | node-1:29500 | ping node-1",
        "ping {{x:HOST}}               | 10.0.0.1<99> | ping 10.0.0.1",
        "ping {{x:HOST}}               | node-1.      | ping node-1",
        "ping {{x:HOST}}               | x:host       | ping HOST",
      })
  void anAddressIsQuotedWhereItNeedsIt(String command, String value, String filled) {
    String template = command.replace("{{x:", "{{x|").replace('§', '\n');
    assertThat(fill(template, CaptureType.HOST, value)).isEqualTo(filled.replace('§', '\n'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a {{x*1.5:MEMORY}} | 256Gi     | a 384Gi",
        "a {{x*1.5:MEMORY}} | 2.00 GiB  | a 3GiB",
        "a {{x*1.5:MEMORY}} | 5Gi       | a 8Gi",
        "a {{x*2:MEMORY}}   | 64M       | a 128M",
        "a {{x*1.5:MEMORY}} | max       | a MEMORY",
        "a {{x*1.5:MEMORY}} | 9Gi;id    | a MEMORY",
      })
  void aNumberIsComputedFromTheValue(String command, String value, String filled) {
    String template = command.replace(':', '|');
    assertThat(fill(template, CaptureType.SIZE, value)).isEqualTo(filled);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Qwen/Qwen3-32B                  | a Qwen/Qwen3-32B",
        "/models/chat-8b                 | a /models/chat-8b",
        "nvcr.io/nvidia/pytorch:25.01-py3 | a nvcr.io/nvidia/pytorch:25.01-py3",
        "-rf                             | a MODEL",
        "a/../../b                       | a MODEL",
        "~root                           | a MODEL",
        "a b                             | a MODEL",
        "a$(id)                          | a MODEL",
      })
  void aReferenceNeedsNoRoot(String value, String filled) {
    assertThat(fill("a {{x|MODEL}}", CaptureType.REFERENCE, value)).isEqualTo(filled);
    assertThat(fill("a {{x|MODEL}}", CaptureType.PATH, value))
        .isEqualTo(value.contains("/") ? "a MODEL" : filled);
  }

  @Test
  void codeWithinAPageIsACommandAndProseIsNot() {
    String page =
        "Value {{x|X}} and `{{x|X}}`, but `rm {{x|X}}`:\n\n"
            + "    rm {{x|X}}\n\n"
            + "```bash\n"
            + "rm {{x|X}}\n"
            + "```\n";
    assertThat(PageTemplate.fill(page, value(CaptureType.TEXT, "a b")))
        .isEqualTo("Value a b and `a b`, but `rm X`:\n\n    rm X\n\n```bash\nrm X\n```\n");
    assertThat(PageTemplate.fill(page, value(CaptureType.NAME, "ab")))
        .isEqualTo("Value ab and `ab`, but `rm ab`:\n\n    rm ab\n\n```bash\nrm ab\n```\n");
    assertThat(PageTemplate.fill("{{x|X}} now", value(CaptureType.TEXT, "    rm -rf x")))
        .isEqualTo("X now");
  }

  /**
   * Regression: a link could choose the host of a copied ssh command and the package that pip
   * installs.
   */
  @Test
  void aLinkChoosesNeitherHostNorPackageNorPathOfACommand() {
    for (CaptureType type :
        new CaptureType[] {
          CaptureType.HOST, CaptureType.NAME, CaptureType.PATH, CaptureType.WORD
        }) {
      TemplateValues values = TemplateValues.ofLink(Map.of("x", "evil"), Map.of("x", type));
      assertThat(PageTemplate.fill("{{x|X}}: `ssh {{x|X}}`", values)).isEqualTo("evil: `ssh X`");
    }
    TemplateValues port = TemplateValues.ofLink(Map.of("x", "22"), Map.of("x", CaptureType.PORT));
    assertThat(PageTemplate.fill("`ssh -p {{x|X}}`", port)).isEqualTo("`ssh -p 22`");
  }

  @Test
  void aLinkBringsKnownNamesAndValuesOfTheirTypeOnly() {
    Map<String, CaptureType> types = Map.of("x", CaptureType.INT, "y", CaptureType.TEXT);
    assertThat(TemplateValues.ofLink(Map.of("x", "12 /srv/evil.deb"), types).isEmpty()).isTrue();
    assertThat(TemplateValues.ofLink(Map.of("z", "1"), types).isEmpty()).isTrue();
    assertThat(TemplateValues.ofLink(Map.of("torch.install", "rm -rf ~"), types).isEmpty())
        .isTrue();
    TemplateValues values = TemplateValues.ofLink(Map.of("x", "12", "y", "words"), types);
    assertThat(PageTemplate.fill("{{x|X}} {{y|Y}} `a {{y|Y}}`", values))
        .isEqualTo("12 words `a Y`");
  }
}
