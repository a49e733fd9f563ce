/** What spreadsheets take for the beginning of a formula, in full width too. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const SPECIAL = /[",\r\n]|^\s|\s$/;

/** For the beginning of a file: without it, spreadsheets misread letters beyond ASCII. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A line of a CSV file (RFC 4180) with its end. A text that a spreadsheet would run as a formula gets an apostrophe before it; numbers
 * stay as they are.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(harmless(cell)))).join(',')}\r\n`;
}

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
