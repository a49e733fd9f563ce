/** Irregular plurals. */
const IRREGULAR: Readonly<Record<string, string>> = {
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
};

/** Words that end like a plural but are not plurals. */
const SINGULAR: ReadonlySet<string> = new Set(['news', 'series', 'species', 'means', 'overseas', 'headquarters']);

/** British spellings that occur in adverts, with their American equivalents: either one finds both. */
const SPELLINGS: Readonly<Record<string, string>> = {
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
};

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
export function stemEnglish(word: string): string {
  const singular = singularOf(word);
  const spelled = SPELLINGS[singular];
  if (spelled !== undefined) return spelled;
  if (singular.length < 7 || ALWAYS_S.test(singular)) return singular;
  return singular.replace(IZATION, (ending) => `iz${ending.slice(2)}`);
}

function singularOf(word: string): string {
  const irregular = IRREGULAR[word];
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
