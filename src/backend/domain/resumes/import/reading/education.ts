import { entriesOf, type Entry, periodValues, textOf } from './entries.js';
import { folded } from './fold-text.js';
import { item, type Line, type ProposedItem, type ProposedValue, value } from './proposals.js';
import { titleParts } from './title-parts.js';
import type { KnownTerms } from './known-terms.js';

const INSTITUTION =
  /\b(?:universit\p{L}*|uni|hochschule|fachhochschule|\p{L}*hochschule|college|school|\p{L}*schule|gymnasium|lycee|institut\p{L}*|academy|akademie|academie|ecole|polytechni\p{L}*|polytechnique|kolleg|berufskolleg|oberstufenzentrum|cegep|iut|faculty|faculte|conservatoire|tu|fh|eth|epfl|mcgill|\p{L}*akademie|training centre|ihk|vhs)\b/u;

/** Names of degrees as folded words, the highest first, with the slug of `degree_level`. */
const DEGREES: readonly (readonly [slug: string, words: RegExp])[] = [
  ['doctorate', /\b(?:ph\.? ?d|doctorate|doctor of|promotion|dissertation|dr\. ?\p{L}+|doctorat)\b/u],
  [
    'masters-degree',
    /\b(?:master\p{L}*|m\.?sc|m\.?a\.?(?=\s|$|,)|m\.?b\.?a|m\.?ed|msw|mph|ll\.?m|magister|diplom(?:-\p{L}+)?|maitrise|diplome d'ingenieur|staatsexamen|dess|dea)\b/u,
  ],
  [
    'bachelors-degree',
    /\b(?:bachelor\p{L}*|b\.?sc|b\.?a\.?(?=\s|$|,)|b\.?ed|bsw|b\.?eng|ll\.?b|licence|baccalaureat universitaire|undergraduate)\b/u,
  ],
  [
    'vocational-training',
    /\b(?:ausbildung|berufsausbildung|geselle\p{L}*|apprentice\p{L}*|vocational|college diploma|diploma|certificate|nvq|btec|hnd|cap|bep|bts|dut|dec|aec|dep|apprentissage|fachwirt\p{L}*|meisterbrief|umschulung|lehre|examinierte\p{L}*|staatlich anerkannte\p{L}*)\b/u,
  ],
  [
    'secondary-school',
    /\b(?:abitur|matura|fachabitur|fachhochschulreife|allgemeine hochschulreife|mittlere reife|realschulabschluss|hauptschulabschluss|high school|secondary school|a-levels?|a levels?|gcses?|baccalaureat|bac|brevet|des|ged|ontario secondary school diploma)\b/u,
  ],
];

export function readEducation(lines: readonly Line[], terms: Pick<KnownTerms, 'fieldsOfStudy'>): ProposedItem[] {
  return entriesOf(lines).flatMap((entry) => {
    const values = titlesOf(entry, terms);
    if (values.length === 0) return [];
    return item('education', [...values, ...periodValues(entry), ...textOf('summary', entry.text)]);
  });
}

function titlesOf({ titles }: Entry, { fieldsOfStudy }: Pick<KnownTerms, 'fieldsOfStudy'>): ProposedValue[] {
  const { parts, location } = titleParts(titles);
  const institution =
    parts.find(({ text }) => INSTITUTION.test(folded(text))) ?? (parts.length > 1 ? parts[1] : parts[0]);
  if (!institution) return [];
  const others = parts.filter((part) => part !== institution);
  const program = others[0];
  const all = titles.length > 0 ? titles : [institution];
  const degree = all.flatMap((line) => {
    const slug = degreeOf(line.text);
    return slug === undefined ? [] : value('degreeLevel', slug, line);
  });
  const field = program ? fieldsOfStudy.within(program.text) : undefined;
  const more = others.slice(1).map(({ text }) => text);
  return [
    ...value('institution', institution.text, institution),
    ...(program ? value('studyProgram', [program.text, ...more].join(', '), program, ...others.slice(1)) : []),
    ...degree.slice(0, 1),
    ...(field !== undefined && program ? value('fieldOfStudy', field, program) : []),
    ...(location ? value('location', location.text, location) : []),
  ].map((each) => ({ ...each, lines: [...new Set(each.lines)] }));
}

/** @returns the slug of a degree that a text contains; undefined if there is none */
export function degreeOf(text: string): string | undefined {
  const plain = folded(text.slice(0, 300));
  return DEGREES.find(([, words]) => words.test(plain))?.[0];
}
