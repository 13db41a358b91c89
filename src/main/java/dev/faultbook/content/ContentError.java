package dev.faultbook.content;

/**
 * An error in a content folder.
 *
 * @param file path within the folder
 * @param line line in the file, from 1; 0 if it concerns the whole file
 * @param message what is wrong and what to write instead
 */
public record ContentError(String file, int line, String message)
    implements Comparable<ContentError> {
  @Override
  public int compareTo(ContentError other) {
    int byFile = file.compareTo(other.file);
    return byFile != 0 ? byFile : Integer.compare(line, other.line);
  }

  @Override
  public String toString() {
    return line > 0 ? file + ":" + line + ": " + message : file + ": " + message;
  }
}
