package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that pages are suggested if, and only if, they are close to the message. */
class SuggestionTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static Report diagnose(String log) {
    return Report.fromDiagnosis(DIAGNOSER.diagnose(log.getBytes(UTF_8)), Language.EN);
  }

  private static List<String> suggested(String log) {
    return diagnose(log).suggestions().stream().map(Report.Suggestion::entry).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Permission denied\n", "./run.sh: Permission denied\n"})
  void deniedPermissionIsNoMatterOfNccl(String log) {
    assertThat(suggested(log)).noneMatch(entry -> entry.startsWith("nccl"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERROR: something went wrong\n",
        "error: failed\n",
        "Traceback (most recent call last):\n  File \"train.py\", line 3, in <module>\n"
            + "    run()\nQuotaBookkeepingError: ledger 12 is not balanced\n",
      })
  void aMessageThatNoPageKnowsSuggestsNone(String log) {
    assertThat(suggested(log)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AttributeError: module 'gardenlib' has no attribute 'prune'",
        "AttributeError: 'RecipeBook' object has no attribute 'ingredients'",
        "AttributeError: type object 'Orchard' has no attribute 'harvest'",
        "ImportError: cannot import name 'Kettle' from 'teatime.pots' (/srv/teatime/pots.py)",
        "NameError: name 'teapot' is not defined",
        "TypeError: brew() got an unexpected keyword argument 'strength'",
        "TypeError: 'Kettle' object is not callable",
        "TypeError: 'Kettle' object is not subscriptable",
        "TypeError: brew() missing 2 required positional arguments: 'leaves' and 'water'",
        "TypeError: brew() takes 1 positional argument but 3 were given",
        "TypeError: unsupported operand type(s) for +: 'Teapot' and 'Saucer'",
        "TypeError: Object of type Teapot is not JSON serializable",
        "AssertionError: teapot must have a lid",
        "RuntimeError: generator raised StopIteration",
        "NotImplementedError: subclasses of Teapot pour in their own way",
        "FileExistsError: [Errno 17] File exists: '/srv/teapot'",
        "ConnectionRefusedError: [Errno 111] Connection refused: teapot",
        "BrokenPipeError: [Errno 32] Broken pipe",
        "OSError: [Errno 22] Invalid argument: 'teapot'",
        "TimeoutError: timed out waiting for the teapot",
        "sqlite3.OperationalError: no such table: teapots",
        "./brew.sh: line 3: teapot: command not found",
        "subprocess.CalledProcessError: Command '['brew', '--strong']' returned non-zero exit"
            + " status 1.",
      })
  void stockWordingAloneSuggestsNone(String message) {
    Report report = diagnose(message + "\n");
    assertThat(report.suggestions()).isEmpty();
    // Some of these messages have the page of their class, which does not claim to know more.
    assertThat(report.findings()).allMatch(finding -> finding.certainty() == Certainty.CLOSEST);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rendezvous on master port 29500 failed, address is in use by another torchrun"
            + "|rendezvous-address-in-use",
        "NCCL could not create its shared memory segment, /dev/shm is too small"
            + "|nccl-shared-memory",
        "the installed flash_attn extension was built for another torch, symbol undefined"
            + "|extension-abi-mismatch",
        "this NVIDIA driver is older than the CUDA runtime of the build needs|driver-too-old",
        "Fabric Manager is not running, NVSwitch system is not initialized"
            + "|fabric-manager-not-running",
        "DataLoader workers ran out of shared memory in /dev/shm|dataloader-shared-memory",
        "InfiniBand port has no subnet manager|ib-subnet-manager-missing",
        "NCCL ranks run different NCCL versions in one job|nccl-version-mismatch",
        "DDP found parameters without gradient, set find_unused_parameters|ddp-unused-parameters",
        "the tokenizer has no chat template and no pad token|chat-template-missing",
        "Ray cluster has not enough GPU resources for the placement group"
            + "|ray-resources-unsatisfied",
        "torch.compile found no C compiler, gcc and Python.h are missing|c-compiler-missing",
        "libcudnn version at run time differs from the cuDNN it was compiled with"
            + "|cudnn-version-mismatch",
        "Slurm controller slurmctld does not answer|slurm-controller-unreachable",
      })
  void aMessageThatAPageIsAboutSuggestsItFirst(String message, String entry) {
    assertThat(suggested("RuntimeError: " + message + "\n")).first().isEqualTo(entry);
  }
}
