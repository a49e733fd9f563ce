const UMLAUTS: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss', ae: 'a', oe: 'o', ue: 'u' };
/** `ue` after a vowel or q is none: Steuer, Quelle. */
const UMLAUT = /[äöüß]|ae|oe|(?<![aeouq])ue/g;

/** Nouns with a plural in -er, which is otherwise the ending of those who do something; compounds end in them. */
const PLURAL_IN_ER =
  /(?:bild|buch|dach|dorf|fach|feld|geld|gesicht|gewerb|glas|glied|gut|haus|hus|kind|kleid|kraut|land|lied|loch|mann|rad|schild|volk|wald|wort)er(?:n)?$/;
const ADJECTIVE = /(?:isch|lich|ig|sam|haft|ativ|ell|ial|nal)e[rnms]?$/;
/** What a feminine in -in or -innen is formed from. */
const FEMININE = /(er|or|ar|at|ist|ent|ant|eut|eur|og|ad|zt|alt|irt|koch|phin?|ment|iv|wart|bot)in(?:nen)?$/;
const GENITIVE_AFTER = /[bdfghklmnort]s$/;

/**
 * A German word without its inflection: plural, case, the endings of adjectives, the feminine of people. Based on Savoy's light
 * stemmer (2006), except that -er stays, so that `Lehrer` and `Lehre` are two words.
 *
 * @param word lower case; with or without umlauts, which are found by either
 */
export function stemGerman(word: string): string {
  const plain = word.replace(UMLAUT, (letters) => UMLAUTS[letters]!);
  if (plain.length < 4) return plain;
  if (FEMININE.test(plain)) return withoutE(plain.replace(FEMININE, '$1'));
  if (PLURAL_IN_ER.test(plain)) return plain.replace(/ern?$/, '').replace(/hus$/, 'haus');
  if (plain.length > 5) {
    if (ADJECTIVE.test(plain)) return plain.replace(/e[rnms]?$/, '');
    if (/er[ns]$/.test(plain)) return plain.slice(0, -1);
    if (/(?:en|es)$/.test(plain)) return plain.slice(0, -2);
  }
  if (GENITIVE_AFTER.test(plain)) return plain.slice(0, -1);
  return withoutE(plain);
}

function withoutE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}
