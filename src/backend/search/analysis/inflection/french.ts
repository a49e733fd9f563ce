/** Plurals in -aux that are not formed from -al, and words in -aux that are not plurals. */
const IN_AUX: Readonly<Record<string, string>> = {
  travaux: 'travail',
  baux: 'bail',
  vitraux: 'vitrail',
  taux: 'taux',
  faux: 'faux',
};

/** Feminine endings of nouns for people and of adjectives, with the masculine ones. */
const FEMININE: readonly (readonly [string, string])[] = [
  ['trice', 'teur'],
  ['euse', 'eur'],
  ['iere', 'ier'],
  ['enne', 'en'],
  ['onne', 'on'],
  ['elle', 'el'],
  ['ette', 'et'],
  ['ffe', 'f'],
  ['ere', 'er'],
  ['ive', 'if'],
  ['ee', ''],
];

/**
 * Removes the inflection of a French word: plural and feminine. Derived words remain different: `comptable` is not `compte`. Based on
 * Savoy's minimal stemmer (1999), with additional endings of occupations.
 *
 * @param word word in lower case, without accents
 */
export function stemFrench(word: string): string {
  const singular = singularOf(word);
  if (singular.length < 5) return singular;
  const pair = FEMININE.find(([ending]) => singular.endsWith(ending) && singular.length > ending.length + 2);
  if (pair) return singular.slice(0, -pair[0].length) + pair[1];
  return singular.endsWith('e') ? singular.slice(0, -1) : singular;
}

function singularOf(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('x')) {
    const irregular = IN_AUX[word];
    if (irregular !== undefined) return irregular;
    if (word.endsWith('eaux') || word.endsWith('eux')) return word.slice(0, -1);
    return word.endsWith('aux') ? `${word.slice(0, -3)}al` : word;
  }
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
