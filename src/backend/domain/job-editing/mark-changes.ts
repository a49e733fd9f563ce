import { diffWords } from 'diff';
import type { ChangedText } from '#contract/generated/resolvers.js';
import { textOfHtml } from '../content/opening-text.js';

/** Two long texts that have little in common could be compared for seconds, in which the process would answer nobody. */
const MAX_DIFF_MS = 100;

/**
 * Compares two versions of a text word by word.
 *
 * @returns the text in reading order, each part with whether both versions have it; what was removed stands before what took its place
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

/** @returns a rich text as whoever compares two versions reads it: with its headings, and with the addresses that its links lead to */
export function comparedText(html: string): string {
  return textOfHtml(
    html.replace(/<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2 ($1)').replace(/<\/?h[1-6]\b[^>]*>/g, ' '),
  );
}
