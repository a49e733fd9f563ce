const UMLAUTS: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss', ae: 'a', oe: 'o', ue: 'u' };
/** `ue` after a vowel or q is not an umlaut: Steuer, Quelle. */
const UMLAUT = /[äöüß]|ae|oe|(?<![aeouq])ue/g;

/** Nouns, also as the end of compounds, with a plural in -er, which is otherwise an ending for agents (`Lehrer`). */
const PLURAL_IN_ER =
  /(?:bild|buch|dach|dorf|fach|feld|geld|gesicht|gewerb|glas|glied|gut|haus|hus|kind|kleid|kraut|land|lied|loch|mann|rad|schild|volk|wald|wort)er(?:n)?$/;
const ADJECTIVE = /(?:isch|lich|ig|sam|haft|ativ|ell|ial|nal)e[rnms]?$/;
/** Endings from which feminine forms in -in or -innen are derived. */
const FEMININE = /(er|or|ar|at|ist|ent|ant|eut|eur|og|ad|zt|alt|irt|koch|phin?|ment|iv|wart|bot)in(?:nen)?$/;
const GENITIVE_AFTER = /[bdfghklmnort]s$/;

/**
 * Removes the inflection of a German word: plural, case, endings of adjectives, feminine forms for people. Based on Savoy's light stemmer
 * (2006), except that -er is kept, so that `Lehrer` and `Lehre` remain different words.
 *
 * @param word word in lower case; umlauts and their transcriptions yield the same stem
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
