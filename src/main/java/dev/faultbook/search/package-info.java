/**
 * Full-text search over the pages.
 *
 * <p>Each entry and language is one Lucene document. Text is analysed twice: as prose (English
 * stemmed, Chinese in bigrams) and as code, where {@code libcudart.so.11.0} is found whole and in
 * parts. The words of the signatures are a field of their pages, so that a pasted message finds its
 * page.
 *
 * <p>An index lives in memory and belongs to one edition. A new edition is indexed aside and then
 * replaces the old one, which serves until then.
 */
package dev.faultbook.search;
