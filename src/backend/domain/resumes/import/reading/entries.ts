import { folded } from './fold-text.js';
import { findPeriod, type Period } from './period.js';
import { type Line, type ProposedValue, value } from './proposals.js';
import { isBullet, withoutBullet } from './segments.js';
import { titleParts } from './title-parts.js';

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

interface Dated {
  line: Line;
  period: Period;
  rest: string;
}

/** Splits a section into its entries: each has a period, before or after its title. */
export function entriesOf(lines: readonly Line[]): Entry[] {
  const dated = lines.flatMap((line, index): (Dated & { index: number })[] => {
    const found = isBullet(line.text) && !isBulletOfEntry(line) ? undefined : findPeriod(line.text);
    return found && isEntryDate(line.text, found.rest)
      ? [{ line, index, ...found, rest: withoutBullet(found.rest) }]
      : [];
  });
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

/** Lists of entries may have bullets: "- 2015-2018 Bachelor". */
function isBulletOfEntry({ text }: Line): boolean {
  return /^(?:\D{0,12})?(?:19|20)\d\d/.test(withoutBullet(text)) || /^\d{1,2}[./]/.test(withoutBullet(text));
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

/** Text of an entry or of a section, one line per item: wrapped lines are joined. */
export function textOf(name: string, lines: readonly Line[]): ProposedValue[] {
  const written: string[] = [];
  const used: Line[] = [];
  let length = 0;
  for (const line of lines) {
    const plain = withoutBullet(line.text.replaceAll('\t', ' '));
    if (plain === '') continue;
    if (length + plain.length > MAX_TEXT_LENGTH) break;
    length += plain.length + 1;
    used.push(line);
    const last = written.at(-1);
    if (last !== undefined && !isBullet(line.text) && goesOn(last, plain))
      written[written.length - 1] = joined(last, plain);
    else written.push(plain);
  }
  return value(name, written.join('\n'), ...used);
}

function goesOn(last: string, next: string): boolean {
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
