/**
 * A copy of a text that stands on its own. A part of a text keeps the whole in memory: a key of ten characters, the piece of
 * the file that it was read from.
 */
export function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
