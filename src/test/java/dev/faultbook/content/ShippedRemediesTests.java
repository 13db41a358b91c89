package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.diagnosis.Knowledge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Verifies that the tags of shipped remedies state what the remedies require and whom they affect.
 */
class ShippedRemediesTests {
  private static final Pattern AS_ROOT = Pattern.compile("(?m)(?:^|[;&|( ])sudo ");
  private static final Pattern RESTARTS_THE_MACHINE =
      Pattern.compile("sudo (?:systemctl )?reboot\\b|chassis power cycle");

  private static final Pattern REBOOT = Pattern.compile("(?m)(?:^|sudo |systemctl )reboot\\b");

  private static final Pattern REMEDY = Pattern.compile("(?m)^### .*\\]$");
  private static final Pattern VERIFIED =
      Pattern.compile("(?m)^<!-- verified: (?:run|source|documentation) -->$");

  private static final Knowledge CONTENT = ShippedCatalogue.knowledge();

  private static List<String> untagged(Pattern command, Risk risk) {
    return CONTENT.entries().stream()
        .flatMap(
            entry ->
                entry.pages().values().stream()
                    .flatMap(
                        page ->
                            page.remedies().stream()
                                .filter(remedy -> command.matcher(remedy.command().text()).find())
                                .filter(remedy -> !remedy.risks().contains(risk))
                                .map(
                                    remedy ->
                                        entry.id()
                                            + " "
                                            + page.language().tag()
                                            + ": "
                                            + remedy.title())))
        .toList();
  }

  @Test
  void aRemedyThatCallsSudoSaysThatItNeedsRoot() {
    assertThat(untagged(AS_ROOT, Risk.ROOT)).isEmpty();
    assertThat(AS_ROOT.matcher("ls -l /dev\nsudo fuser -v /dev/nvidia0").find()).isTrue();
  }

  @Test
  void aRemedyThatRestartsTheMachineSaysSo() {
    assertThat(untagged(RESTARTS_THE_MACHINE, Risk.REBOOT)).isEmpty();
  }

  @Test
  void everyRemedySaysHowItWasVerified() throws IOException {
    ContentFiles files = ContentFiles.fromFolder(Path.of("content"));
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, byte[]> file : files.filesBelow("entries/").entrySet()) {
      String text = new String(file.getValue(), StandardCharsets.UTF_8);
      if (file.getKey().endsWith(".md")
          && REMEDY.matcher(text).results().count() != VERIFIED.matcher(text).results().count()) {
        missing.add(file.getKey());
      }
    }
    assertThat(missing).isEmpty();
  }

  /**
   * A command that affects other users or data, and the exempt entries with the reason for each.
   */
  private record Effect(Pattern command, Risk risk, Map<String, String> exemptions) {}

  private static final List<Effect> EFFECTS =
      List.of(
          new Effect(
              Pattern.compile("systemctl (?:restart|stop) "),
              Risk.OTHERS,
              Map.of(
                  "container-cdi-device-unresolvable", "the unit only writes a file",
                  "container-cdi-spec-stale", "the unit only writes a file",
                  "container-toolkit-missing", "the unit only writes a file",
                  "slurm-gres-count-mismatch", "running steps go on without slurmd",
                  "vgpu-unlicensed", "the licence client of this machine alone")),
          new Effect(
              Pattern.compile("nvidia-smi[^\\n|]*(?: -r\\b|--gpu-reset)"), Risk.OTHERS, Map.of()),
          new Effect(Pattern.compile("modprobe -r |\\brmmod "), Risk.OTHERS, Map.of()),
          new Effect(Pattern.compile("kubectl drain"), Risk.OTHERS, Map.of()),
          new Effect(RESTARTS_THE_MACHINE, Risk.OTHERS, Map.of()),
          new Effect(
              Pattern.compile(
                  "\\brm -[a-z]*[rf]|\\bmkfs|\\bdd [^\\n]*of=|-delete\\b|(?:docker|podman) [a-z]+ prune"),
              Risk.DATA,
              Map.of(
                  "container-image-contains-driver-files", "libraries in a copy of an image",
                  "cuda-driver-library-mismatch", "libraries in a copy of an image",
                  "forward-compat-unsupported", "libraries in a copy of an image",
                  "dataloader-timed-out", "reads; what it writes is /dev/null",
                  "deepspeed-op-build", "a cache that is built again",
                  "extension-init-function-missing", "build folders that are made again",
                  "extension-source-incompatible", "a build folder that is made again",
                  "pyxis-container-start-failed", "an image that the same block made",
                  "source-tree-shadows-package", "compiled files that Python makes again")));

  @Test
  void whatACommandDoesToOthersAndToDataIsInItsLabels() {
    for (Effect effect : EFFECTS) {
      assertThat(untagged(effect.command(), effect.risk()))
          .as(effect.command().pattern())
          .allMatch(
              place -> effect.exemptions().containsKey(place.substring(0, place.indexOf(' '))));
    }
  }

  /**
   * What installs, starts, fetches or rewrites; a dry run, what lands in /tmp, and a tool that only
   * looks change nothing.
   */
  private static final Pattern CHANGES =
      Pattern.compile(
          "(?m)^(?!.*(?:--dry-run|--simulate|/tmp/|install (?:py-spy|threadpoolctl)$)).*(?:"
              + "\\b(?:pip|conda|apt-get|dnf|winget|lfs) (?:-y )?install\\b|\\bgit lfs pull"
              + "|\\bhf download|\\bchmod |\\bssh-copy-id|\\bMove-Item|\\bsed -i|>> "
              + "|\\bkubectl (?:apply|delete|patch|label)|\\bscontrol update (?!.*State=DRAIN)"
              + "|\\bsystemctl (?:start|restart|enable|disable)|--in-place)");

  private static final Pattern LOOKS =
      Pattern.compile(
          "(?!.*, then )(?:See|Look at|Look for|Read the|Find|Compare|Print|List|Count) .*");

  /** The reader sees "Check" before a step that only looks, and "Fix" before any other. */
  @Test
  void aCheckChangesNothingAndALookIsACheck() {
    assertThat(
            inEnglish(remedy -> remedy.check() && CHANGES.matcher(remedy.command().text()).find()))
        .isEmpty();
    assertThat(inEnglish(remedy -> !remedy.check() && LOOKS.matcher(remedy.title()).matches()))
        .isEmpty();
  }

  private static List<String> inEnglish(Predicate<Remedy> wanted) {
    return CONTENT.entries().stream()
        .flatMap(
            entry ->
                entry.pageIn(Language.EN).remedies().stream()
                    .filter(wanted)
                    .map(remedy -> entry.id() + ": " + remedy.title()))
        .toList();
  }

  @Test
  void aRestartOfTheMachineSaysWhatEndsBeforeTheCommand() {
    Pattern warning =
        Pattern.compile("(?i)drain|cordon|no job|nobody|save what is open|排空|保存工作|没有任务|没有人|无人");
    List<String> missing =
        CONTENT.entries().stream()
            .flatMap(
                entry ->
                    entry.pages().values().stream()
                        .flatMap(
                            page ->
                                page.remedies().stream()
                                    .filter(
                                        r ->
                                            REBOOT
                                                .matcher(r.command().text() + "\n" + r.text())
                                                .find())
                                    .filter(r -> !warning.matcher(r.title() + r.text()).find())
                                    .map(
                                        r ->
                                            entry.id()
                                                + " "
                                                + page.language().tag()
                                                + ": "
                                                + r.title())))
            .toList();
    assertThat(missing).isEmpty();
  }
}
