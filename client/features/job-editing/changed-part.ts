/** Words that are shown around what changed. */
const CONTEXT_WORDS = 8;

/** @returns of two versions of a text the part in which they differ, with some words around it; `…` stands for the rest */
export function changedPart(before: string, after: string): { before: string; after: string } {
  const [old, now] = [before.split(/\s+/), after.split(/\s+/)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const from = Math.max(0, start - CONTEXT_WORDS);
  const left = Math.max(0, end - CONTEXT_WORDS);
  const part = (words: string[]): string =>
    [from > 0 ? '…' : '', ...words.slice(from, words.length - left), left > 0 ? '…' : ''].filter(Boolean).join(' ');
  return { before: part(old), after: part(now) };
}
