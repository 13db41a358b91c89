package dev.faultbook.compatibility;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A statement of the tables about a set-up: its kind and values. The words are in the message
 * bundles under {@link Kind#key()}.
 *
 * @param kind the kind of statement
 * @param values in the order of the phrase's placeholders: a {@link String}, a list of values to be
 *     joined, another statement, or a {@link dev.faultbook.content.LocalizedText} of the content
 */
public record Statement(Kind kind, List<Object> values) {
  public Statement {
    values = List.copyOf(values);
  }

  /** A statement; versions and numbers are converted with {@code toString}. */
  static Statement of(Kind kind, Object... values) {
    return new Statement(
        kind,
        Arrays.stream(values)
            .map(
                value ->
                    value instanceof Version || value instanceof Number ? value.toString() : value)
            .toList());
  }

  /** The kinds of statements; the message bundles document their values. */
  public enum Kind {
    /** A rule of the tables, in its own words. */
    RULE,
    NOT_GIVEN,
    MISSING,
    MISSING_GPU,
    MISSING_DRIVER,
    MISSING_TORCH,
    RANGE,
    RANGE_FROM,
    RANGE_TO,
    GPU_CUT,
    GPU_UNLISTED,
    GPU_AMBIGUOUS,
    GPU_CAPABILITY,
    DRIVER_NOT_GIVEN,
    DRIVER_INVALID,
    DRIVER_UNREADABLE,
    DRIVER_LIKE_CUDA,
    DRIVER_JETSON,
    DRIVER_IMPRECISE,
    DRIVER_OLD,
    DRIVER_BRANCH_OLD,
    DRIVER_BRANCH_ENDED,
    DRIVER_BEFORE_GPU,
    DRIVER_SUFFICES,
    DRIVER_KNOWS,
    DRIVER_DEPENDS,
    TORCH_INVALID,
    TORCH_NO_RELEASE,
    TORCH_UNLISTED,
    TORCH_VARIANT_UNLISTED,
    TORCH_CPU,
    TORCH_PYPI,
    BUILD_UNLISTED,
    BUILD_CODE,
    BUILD_RUNS,
    BUILD_PTX,
    BUILD_PTX_UNVERIFIED,
    BUILD_NONE,
    BUILD_ARM_VARIANT,
    BUILD_ARM_UNLISTED,
    CUDA_CPU,
    CUDA_OF_BUILD,
    CUDA_OF_BUILD_NEEDS,
    CUDA_MAKES,
    CUDA_LACKS_NEEDS,
    CUDA_FOR_CAPABILITY,
    CUDA_DRIVERS,
    INSTALL,
    INSTALL_WITH_DRIVER,
    INSTALL_WITH_CUDA,
    INSTALL_NEWER,
    INSTALL_OLDER,
    INSTALL_NEEDS_DRIVER,
    INSTALL_OLDER_FOR_DRIVER,
    INSTALL_PYTHON,
    VERSION_OR_NEWER,
    VERSION_UP_TO,
    USE_BRANCH,
    UPDATE_DRIVER,
    BUILD_YOURSELF,
    READ_GPU,
    READ_TORCH,
    INFERRED_CAPABILITY,
    INFERRED_SUFFIX,
    INFERRED_BUILD,
    INFERRED_CUDA_PIP,
    INFERRED_CUDA_NCCL,
    INFERRED_CUDA_TOOLKIT;

    /** The key of the phrase: {@code compatibility.driver-old}. */
    public String key() {
      return "compatibility." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
