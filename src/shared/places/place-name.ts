const SAINT = /\b(?:sankt|saint|sainte|st|ste)\b/g;

/** A name as it is looked for: without case, accents and punctuation; `St.` and `Saint` are one. */
export function foldPlaceName(name: string): string {
  return name
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(SAINT, 'st');
}

/** `Düsseldorf` is typed `Duesseldorf` where a keyboard has no umlauts. */
export function foldedSpellings(name: string): string[] {
  const spellings = [foldPlaceName(name)];
  if (/[äöü]/i.test(name)) {
    spellings.push(foldPlaceName(name.replace(/ä/gi, 'ae').replace(/ö/gi, 'oe').replace(/ü/gi, 'ue')));
  }
  return spellings;
}
