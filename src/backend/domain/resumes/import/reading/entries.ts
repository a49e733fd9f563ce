import { findPeriod, type Period } from './period.js';
import { type Line, type ProposedValue, value, item, type ProposedItem } from './proposals.js';
import { isBullet, withoutBullet, segmentsOf, folded } from './sections.js';
import { countryOf } from './place.js';
import type { KnownTerms } from './known-terms.js';

/** One entry of a section: period, title lines, and text. */
export interface Entry {
  period: Period;
  /** The line with the period. */
  dated: Line;
  /** Title lines, without the period. */
  titles: readonly Line[];
  text: readonly Line[];
}

const MAX_TITLE_LENGTH = 110;
const MAX_TITLES = 3;
const MAX_ENTRIES = 30;
const MAX_WORDS_IN_NAME = 3;

/** What remains of dates in an unknown form, which is never a title. */
const DIGITS = /^[\d\s./–-]+$/;

interface Dated {
  line: Line;
  period: Period;
  rest: string;
}

/** Splits a section into its entries: each has a period, before or after its title. */
export function entriesOf(lines: readonly Line[]): Entry[] {
  const dated: (Dated & { index: number })[] = [];
  // Below an entry without a bullet, bullets are its activities, whatever dates they have.
  let isPlain = false;
  for (const [index, line] of lines.entries()) {
    const isItem = isBullet(line.text);
    if (isItem && (isPlain || !isBulletOfEntry(line))) continue;
    const found = findPeriod(line.text);
    if (!found || !isEntryDate(line.text, found.rest)) continue;
    const rest = withoutBullet(found.rest);
    dated.push({ line, index, period: found.period, rest: DIGITS.test(rest) ? '' : rest });
    isPlain ||= !isItem && (rest !== '' || [index - 1, index + 1].some((at) => isTitleLike(lines[at]?.text ?? '')));
  }
  const [first] = dated;
  if (!first) return [];
  const above = Math.min(countTitles(lines, first.index, 0), MAX_TITLES);
  const starts = dated.map(({ index }, position) => {
    const before = position === 0 ? 0 : dated[position - 1]!.index + 1;
    return index - Math.min(above, countTitles(lines, index, before));
  });
  return dated.slice(0, MAX_ENTRIES).map((each, position) => {
    const start = starts[position]!;
    const end = starts[position + 1] ?? lines.length;
    return entryOf(each, lines.slice(start, each.index), lines.slice(each.index + 1, Math.max(end, each.index + 1)));
  });
}

function entryOf({ line, period, rest }: Dated, above: readonly Line[], below: readonly Line[]): Entry {
  const own = rest === '' ? [] : [{ number: line.number, text: rest }];
  const titles = [...above.filter(({ text }) => text !== ''), ...own];
  let at = 0;
  // If the period stands alone or beside a single word, the title is below it.
  const wanted =
    titles.length === 0 ? 2 : above.length > 0 && rest === '' ? 2 - above.length : above.length > 0 ? 0 : 1;
  while (at < below.length && at < wanted && isTitleLike(below[at]!.text) && isPartOfTitle(below[at]!, titles)) {
    titles.push(below[at]!);
    at += 1;
  }
  return { period, dated: line, titles, text: below.slice(at) };
}

/** Lists may lack bullets: the first activity must not be taken for a part of the title above it. */
function isPartOfTitle({ text }: Line, titles: readonly Line[]): boolean {
  if (titles.length === 0 || isOrganization(text)) return true;
  const isSentence = !isMostlyCapitalised(text);
  const isNamed = titleParts(titles).parts.length > 1;
  const words = text.split(/\s+/).length;
  return isNamed ? !isSentence : !(isSentence && words > MAX_WORDS_IN_NAME);
}

/** Looks like the name of an employer: more than half of the longer words after the first one are capitalised. */
function isMostlyCapitalised(text: string): boolean {
  const words = text
    .split(/[^\p{L}\p{M}'’-]+/u)
    .slice(1)
    .filter((word) => word.length > 3);
  return words.filter((word) => /^\p{Lu}/u.test(word)).length * 2 > words.length;
}

/** @returns the number of lines directly above the period that may be titles */
function countTitles(lines: readonly Line[], index: number, from: number): number {
  let count = 0;
  while (count < MAX_TITLES && index - count - 1 >= from && isTitleLike(lines[index - count - 1]!.text)) count += 1;
  return count;
}

function isTitleLike(text: string): boolean {
  return (
    text !== '' &&
    text.length <= MAX_TITLE_LENGTH &&
    !isBullet(text) &&
    !/[.;:]$/.test(text) &&
    /^[^\p{Ll}]/u.test(text)
  );
}

/** Lists of entries may have bullets, and then begin with the period: "- 2015-2018 Bachelor". */
function isBulletOfEntry({ text }: Line): boolean {
  const plain = withoutBullet(text).replace(/^[([]\s*/, '');
  return findPeriod(plain)?.at === 0;
}

/** A sentence that contains a year does not start an entry. */
function isEntryDate(text: string, rest: string): boolean {
  return rest.length <= MAX_TITLE_LENGTH && !(/[.;]$/.test(text) && rest.split(/\s+/).length > 8);
}

export function periodValues({ period: { from, until }, dated }: Entry): ProposedValue[] {
  return [...value('from', from, dated), ...value('until', until ?? '', dated)];
}

/** Limit of the form. */
const MAX_TEXT_LENGTH = 2500;
/** Minimum length of a line that may have been wrapped at the page width. */
export const BROKEN = 60;

/**
 * Text of an entry or of a section, one line per item: wrapped lines are joined. Text beyond the limit of the form is cut after a
 * sentence or a word.
 */
export function textOf(name: string, lines: readonly Line[]): ProposedValue[] {
  const written: string[] = [];
  const used: Line[] = [];
  let length = 0;
  for (const line of lines) {
    const whole = withoutBullet(line.text.replaceAll('\t', ' '));
    if (whole === '') continue;
    const plain = beginningOf(whole, MAX_TEXT_LENGTH - length);
    if (plain === '') break;
    length += plain.length + 1;
    used.push(line);
    const last = written.at(-1);
    if (last !== undefined && !isBullet(line.text) && isContinuation(last, plain))
      written[written.length - 1] = joined(last, plain);
    else written.push(plain);
    if (plain !== whole) break;
  }
  return value(name, written.join('\n'), ...used);
}

/** @returns whole sentences if they fill at least half of the limit, otherwise whole words and an ellipsis; empty if not even one fits */
function beginningOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 0) return '';
  const sentences = /^.*[.!?](?=\s)/s.exec(text.slice(0, limit + 1))?.[0] ?? '';
  if (sentences.length * 2 >= limit) return sentences;
  const words = text.slice(0, limit).replace(/\s*\S*$/, '');
  return words === '' ? '' : `${words}…`;
}

function isContinuation(last: string, next: string): boolean {
  const end = last.slice(-2);
  if (/[.!?:]$/.test(end)) return false;
  return /^[\p{Ll}\d(&]/u.test(next) || (last.length > BROKEN && /[,\p{Ll}-]$/u.test(end));
}

/** Joins words that were hyphenated at the end of a line. */
export function joined(last: string, next: string): string {
  return /\p{Ll}-$/u.test(last.slice(-3)) && /^\p{Ll}/u.test(next) ? last.slice(0, -1) + next : `${last} ${next}`;
}

const ORGANIZATION =
  /\b(?:inc|ltd|llc|llp|plc|corp|gmbh|ggmbh|ag|kg|ug|e\.? ?v|ev|sarl|sas|sa|foundation|stiftung|fondation|association|verein|verband|society|charity|trust|university|universitat|universite|hospital|klinik|klinikum|krankenhaus|hopital|centre|center|zentrum|house|haus|maison|school|schule|ecole|council|ministry|ministerium|ministere|agency|agentur|agence|bank|red cross|rotes kreuz|croix-rouge|caritas|diakonie|ngo|network|netzwerk|reseau|group|gruppe|groupe|services|church|kirche|museum|musee|shelter|amt|ville de|stadt|city of|clinic|college)\b/;

/** Whether a text contains a word that is typical of employers' names. */
export function isOrganization(text: string): boolean {
  return ORGANIZATION.test(folded(text));
}

/** Words between a job title and an employer. */
const AT = /^(.{2,}?)\s(?:at|bei|beim|bei der|chez|@)\s(?=\p{Lu})(.{2,})$/u;
const TOWN = /^\p{Lu}[\p{L}\p{M}'’. -]{1,40}$/u;
const LEGAL_FORM = /^(?:inc|ltd|llc|llp|plc|corp|gmbh|ggmbh|ag|e\.? ?v|sa|sarl)\.?$/;
const MAX_PARTS = 3;

/**
 * Splits the title lines of an entry.
 *
 * @returns the names in their order, and the place at the end
 */
export function titleParts(titles: readonly Line[]): { parts: Line[]; location: Line | undefined } {
  const lines = titles.slice(0, MAX_PARTS).map((line) => piecesOf(line));
  const parts = lines.flat();
  const location = locationOf(lines);
  return { parts: parts.filter((part) => part !== location), location };
}

function piecesOf(line: Line): Line[] {
  return segmentsOf(withoutBullet(line.text)).flatMap((segment) => {
    const at = AT.exec(segment);
    const texts = at ? [at[1]!, ...commas(at[2]!)] : commas(segment);
    return texts.filter((text) => !DIGITS.test(text)).map((text) => ({ number: line.number, text }));
  });
}

/** A legal form belongs to the name before its comma, and a country to its town. A semicolon separates like a comma. */
function commas(text: string): string[] {
  const joined: string[] = [];
  for (const part of text.split(/[,;]\s+/).map((each) => each.trim().replace(/[,;]$/, ''))) {
    if (part === '') continue;
    const isTail = LEGAL_FORM.test(folded(part)) || countryOf(part) !== undefined || /^[A-Z]{2}$/.test(part);
    if (isTail && joined.length > 0) joined.push(`${joined.pop() ?? ''}, ${part}`);
    else joined.push(part);
  }
  return joined;
}

/** The last of three parts is a place; with two lines, so is the text after the second line's name. */
function locationOf(lines: readonly (readonly Line[])[]): Line | undefined {
  const all = lines.flat();
  const last = all.at(-1);
  if (!last || all.length < 2) return undefined;
  const [town = '', tail] = last.text.split(', ');
  const isNamed = tail !== undefined && (countryOf(tail) !== undefined || /^[A-Z]{2}$/.test(tail));
  if (!TOWN.test(town.trim())) return undefined;
  return isNamed || all.length >= 3 ? last : undefined;
}

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
