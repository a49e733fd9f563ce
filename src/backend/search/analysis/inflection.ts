import { stripAccents } from './tokens.js';

const STEMMERS: Readonly<Record<string, (word: string) => string>> = {
  en: stemEnglish,
  de: stemGerman,
  fr: stemFrench,
};

/**
 * Removes the inflection and the accents of a word; in unsupported languages only the accents.
 *
 * @param word result of `foldWord`
 */
export function stemInflection(language: string, word: string): string {
  const stem = STEMMERS[language];
  return stripAccents(stem ? stem(word) : word);
}

// The tables are maps, because an object also has the words `constructor` and `valueOf`.

/** Irregular plurals. */
const ENGLISH_IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    children: 'child',
    men: 'man',
    women: 'woman',
    feet: 'foot',
    teeth: 'tooth',
    mice: 'mouse',
    wives: 'wife',
    lives: 'life',
    knives: 'knife',
    halves: 'half',
    analyses: 'analysis',
    buses: 'bus',
  }),
);

/** Words that end like a plural but are not plurals. */
const SINGULAR: ReadonlySet<string> = new Set(['news', 'series', 'species', 'means', 'overseas', 'headquarters']);

/** British spellings that occur in adverts, with their American equivalents: either one finds both. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    behaviour: 'behavior',
    behavioural: 'behavioral',
    catalogue: 'catalog',
    centre: 'center',
    cheque: 'check',
    colour: 'color',
    counselling: 'counseling',
    counsellor: 'counselor',
    defence: 'defense',
    dialogue: 'dialog',
    enrolment: 'enrollment',
    fibre: 'fiber',
    fulfilment: 'fulfillment',
    gynaecology: 'gynecology',
    haematology: 'hematology',
    harbour: 'harbor',
    honour: 'honor',
    jewellery: 'jewelry',
    judgement: 'judgment',
    labour: 'labor',
    labourer: 'laborer',
    licence: 'license',
    modelling: 'modeling',
    neighbour: 'neighbor',
    neighbourhood: 'neighborhood',
    orthopaedic: 'orthopedic',
    paediatric: 'pediatric',
    paediatrician: 'pediatrician',
    practise: 'practice',
    programme: 'program',
    sceptical: 'skeptical',
    theatre: 'theater',
    traveller: 'traveler',
    travelling: 'traveling',
  }),
);

const IZATION = /is(ations?|ing|ed|ers?|es?)$/;
/** Words in -ise that are never spelled with z. */
const ALWAYS_S =
  /(?:adv|superv|rev|telev|exc|exerc|prec|prom|prem|ra|comprom|enterpr|expert|surpr|franch|merchand|disgu|noi|no|r|w)is(?:ing|ed|er|ers|e|es)$/;

/**
 * Returns the singular of an English noun in American spelling, by the rules of Harman's S stemmer (1991) with exceptions for adverts. It
 * removes no other ending: `accountant` and `account` remain different words.
 *
 * @param word word in lower case, without accents
 */
function stemEnglish(word: string): string {
  const singular = englishSingularOf(word);
  const spelled = SPELLINGS.get(singular);
  if (spelled !== undefined) return spelled;
  if (singular.length < 7 || ALWAYS_S.test(singular)) return singular;
  return singular.replace(IZATION, (ending) => `iz${ending.slice(2)}`);
}

function englishSingularOf(word: string): string {
  const irregular = ENGLISH_IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4) return word;
  // Makes `cookie` match `cookies`.
  if (word.endsWith('ie')) return `${word.slice(0, -2)}y`;
  if (!word.endsWith('s') || SINGULAR.has(word)) return word;
  if (/(?:ss|us|is|ics)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word;
  if (/(?:sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss', ae: 'a', oe: 'o', ue: 'u' };
/** `ue` after a vowel or q is not an umlaut: Steuer, Quelle. */
const UMLAUT = /[äöüß]|ae|oe|(?<![aeouq])ue/g;

/** Nouns, also as the end of compounds, with a plural in -er, which is otherwise an ending for agents (`Lehrer`). */
const PLURAL_IN_ER =
  /(?:bild|buch|dach|dorf|fach|feld|geld|gesicht|gewerb|glas|glied|gut|haus|hus|kind|kleid|kraut|land|lied|loch|mann|rad|schild|volk|wald|wort)er(?:n)?$/;
const ADJECTIVE = /(?:isch|lich|ig|sam|haft|ativ|ell|ial|nal)e[rnms]?$/;
/** Endings from which feminine forms in -in or -innen are derived. */
const GERMAN_FEMININE = /(er|or|ar|at|ist|ent|ant|eut|eur|og|ad|zt|alt|irt|koch|phin?|ment|iv|wart|bot)in(?:nen)?$/;
const GENITIVE_AFTER = /[bdfghklmnort]s$/;

/**
 * Removes the inflection of a German word: plural, case, endings of adjectives, feminine forms for people. Based on Savoy's light stemmer
 * (2006), except that -er is kept, so that `Lehrer` and `Lehre` remain different words.
 *
 * @param word word in lower case; umlauts and their transcriptions yield the same stem
 */
function stemGerman(word: string): string {
  const plain = word.replace(UMLAUT, (letters) => UMLAUTS[letters]!);
  if (plain.length < 4) return plain;
  if (GERMAN_FEMININE.test(plain)) return withoutE(plain.replace(GERMAN_FEMININE, '$1'));
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

/** Plurals in -aux that are not formed from -al, and words in -aux that are not plurals. */
const IN_AUX: ReadonlyMap<string, string> = new Map(
  Object.entries({
    travaux: 'travail',
    baux: 'bail',
    vitraux: 'vitrail',
    taux: 'taux',
    faux: 'faux',
  }),
);

/** Feminine endings of nouns for people and of adjectives, with the masculine ones. */
const FRENCH_FEMININE: readonly (readonly [string, string])[] = [
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
function stemFrench(word: string): string {
  const singular = frenchSingularOf(word);
  if (singular.length < 5) return singular;
  const pair = FRENCH_FEMININE.find(([ending]) => singular.endsWith(ending) && singular.length > ending.length + 2);
  if (pair) return singular.slice(0, -pair[0].length) + pair[1];
  return singular.endsWith('e') ? singular.slice(0, -1) : singular;
}

function frenchSingularOf(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('x')) {
    const irregular = IN_AUX.get(word);
    if (irregular !== undefined) return irregular;
    if (word.endsWith('eaux') || word.endsWith('eux')) return word.slice(0, -1);
    return word.endsWith('aux') ? `${word.slice(0, -3)}al` : word;
  }
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
