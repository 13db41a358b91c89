/**
 * Full-text search over the pages.
 *
 * <p>Each entry and language is one Lucene document. Text is analysed twice: as prose (English
 * stemmed, Chinese in bigrams) and as code, where {@code libcudart.so.11.0} is found whole and in
 * parts. The words of the signatures are a field of their pages, so that a pasted message finds its
 * page. Class names of exceptions are a field as well, and so are neighbouring words run together,
 * because people type {@code OutOfMemoryError} and {@code outofmemory}. The last word of a short
 * question may be the beginning of one.
 *
 * <p>A snippet is the summary, or a sentence of the page where the summary holds nothing of the
 * question. Both are indexed with the places of their words: nothing is analysed to mark them.
 *
 * <p>An index lives in memory and belongs to one edition. A new edition is indexed aside and then
 * replaces the old one, which serves until then.
 */
@NullMarked
package dev.faultbook.search;

import org.jspecify.annotations.NullMarked;
