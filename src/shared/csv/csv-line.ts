/** Characters that spreadsheets interpret as the start of a formula, including full-width forms. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const SPECIAL = /[",\r\n]|^\s|\s$/;

/** Starts a file: without it, spreadsheets misread non-ASCII characters. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns a line of a CSV file (RFC 4180) with its line break. Texts that a spreadsheet would run as a formula are prefixed with an
 * apostrophe; numbers are unchanged.
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
