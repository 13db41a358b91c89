package dev.faultbook.content;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A value that becomes outdated, which pages take from the compatibility tables instead of stating
 * it: {@code {{torch.install}}}.
 */
public enum TemplateFunction {
  /** The command that installs the PyTorch build that fits the user's machine. */
  TORCH_INSTALL(
      "torch.install",
      "# TORCH_VERSION, INDEX_URL: https://pytorch.org/get-started/previous-versions/\n"
          + "pip install --force-reinstall \"torch==TORCH_VERSION\" --index-url INDEX_URL"),
  /** The same for a build without code for the GPU; the GPU must be known. */
  TORCH_INSTALL_GPU("torch.install.gpu", TORCH_INSTALL.general),
  /** The oldest driver that runs the user's CUDA version. */
  DRIVER_MINIMUM("driver.minimum", "MINIMUM_DRIVER");

  private final String key;
  private final String general;

  TemplateFunction(String key, String general) {
    this.key = key;
    this.general = general;
  }

  /** The name on pages, without braces. */
  public String key() {
    return key;
  }

  /** Whether the function is a command, which must be alone on its line. */
  boolean isCommand() {
    return this != DRIVER_MINIMUM;
  }

  static Optional<TemplateFunction> find(String key) {
    return Arrays.stream(values()).filter(function -> function.key.equals(key)).findFirst();
  }

  /** All names, for messages. */
  static String listKeys() {
    return Arrays.stream(values()).map(TemplateFunction::key).collect(Collectors.joining(", "));
  }

  /**
   * Replaces every function in a text; each line of a value is indented like the function.
   *
   * @param values computed values by key; a function without one is replaced by its general form
   */
  static String fillAll(String text, Map<String, String> values) {
    if (!text.contains("{{")) {
      return text;
    }
    String filled = text;
    for (TemplateFunction function : values()) {
      String place = "{{" + function.key + "}}";
      String value = values.getOrDefault(function.key, function.general);
      int at = filled.indexOf(place);
      while (at >= 0) {
        String block = value.replace("\n", "\n" + indentBefore(filled, at));
        filled = filled.substring(0, at) + block + filled.substring(at + place.length());
        at = filled.indexOf(place, at + block.length());
      }
    }
    return filled;
  }

  /** The blanks between the beginning of the line and {@code at}; empty if there is other text. */
  private static String indentBefore(String text, int at) {
    String before = text.substring(text.lastIndexOf('\n', at) + 1, at);
    return before.isBlank() ? before : "";
  }
}
