/**
 * Returns an independent copy of a text. Substrings keep the whole original string in memory: a key of ten characters would retain the
 * chunk of the file from which it was read.
 */
export function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
