import { withoutBidiControls } from './bidi-controls.js';

/** Normalizes typed text to a single line, without characters that PostgreSQL cannot store. */
export function oneLine(typed: string): string {
  return withoutBidiControls(typed)
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Same as `oneLine`, but keeps line breaks. */
export function severalLines(typed: string): string {
  return withoutBidiControls(typed)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim();
}
