const SAINT = /\b(?:sankt|saint|sainte|st|ste)\b/g;

/** Normalizes a name for searching: ignores case, accents and punctuation; `St.` and `Saint` are equal. */
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

/** Returns alternative spellings: `Düsseldorf` is typed `Duesseldorf` on keyboards without umlauts. */
export function foldedSpellings(name: string): string[] {
  const spellings = [foldPlaceName(name)];
  if (/[äöü]/i.test(name)) {
    spellings.push(foldPlaceName(name.replace(/ä/gi, 'ae').replace(/ö/gi, 'oe').replace(/ü/gi, 'ue')));
  }
  return spellings;
}
