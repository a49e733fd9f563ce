import { diffWords } from 'diff';
import type { ChangedText } from '#contract/generated/resolvers.js';
import { textOfHtml } from '../content/opening-text.js';

/** Time limit: two long texts with little in common could be compared for seconds, in which the process would not respond. */
const MAX_DIFF_MS = 100;

/**
 * Compares two versions of a text word by word.
 *
 * @returns the text in reading order, in parts that both or only one of the versions have; removed text comes before its replacement
 */
export function markChanges(before: string, after: string): ChangedText[] {
  const changes = diffWords(before, after, { timeout: MAX_DIFF_MS });
  const parts: { text: string; change: ChangedText['change'] }[] = changes
    ? changes.map(({ value, added, removed }) => ({
        text: value,
        change: added ? 'added' : removed ? 'removed' : 'same',
      }))
    : [
        { text: before, change: 'removed' },
        { text: after, change: 'added' },
      ];
  return parts.filter(({ text }) => text !== '').map((part) => ({ __typename: 'ChangedText', ...part }));
}

/** @returns rich text in the form used for comparing: plain text with headings and the targets of links */
export function comparedText(html: string): string {
  return textOfHtml(
    html.replace(/<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2 ($1)').replace(/<\/?h[1-6]\b[^>]*>/g, ' '),
  );
}
