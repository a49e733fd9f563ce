import { withoutBidiControls } from './bidi-controls.js';

/** Of one line, and without what PostgreSQL does not store. */
export function oneLine(typed: string): string {
  return withoutBidiControls(typed)
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** The same of several lines. */
export function severalLines(typed: string): string {
  return withoutBidiControls(typed)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim();
}
