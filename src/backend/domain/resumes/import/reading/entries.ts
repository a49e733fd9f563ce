import { folded } from './fold-text.js';
import { findPeriod, type Period } from './period.js';
import { type Line, type ProposedValue, value } from './proposals.js';
import { isBullet, withoutBullet } from './segments.js';
import { titleParts } from './title-parts.js';

/** One station of a life: when, what stands above its text, and the text. */
export interface Entry {
  period: Period;
  /** Where the period stands. */
  dated: Line;
  /** Without the period. */
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

/** Parts a section of a resume into its entries: each has a period, in front of what it is about or behind. */
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
  // Where the period stands alone or beside a single word, what it is about comes below.
  const wanted =
    titles.length === 0 ? 2 : above.length > 0 && rest === '' ? 2 - above.length : above.length > 0 ? 0 : 1;
  while (at < below.length && at < wanted && isTitleLike(below[at]!.text) && isPartOfTitle(below[at]!, titles)) {
    titles.push(below[at]!);
    at += 1;
  }
  return { period, dated: line, titles, text: below.slice(at) };
}

/** Lists come without bullets as well: the first thing that somebody did is no part of the title above it. */
function isPartOfTitle({ text }: Line, titles: readonly Line[]): boolean {
  if (titles.length === 0 || isOrganization(text)) return true;
  const isSentence = !isMostlyCapitalised(text);
  const isNamed = titleParts(titles).parts.length > 1;
  const words = text.split(/\s+/).length;
  return isNamed ? !isSentence : !(isSentence && words > MAX_WORDS_IN_NAME);
}

/** As names of employers are written: of the longer words behind the first one, more than half. */
function isMostlyCapitalised(text: string): boolean {
  const words = text
    .split(/[^\p{L}\p{M}'’-]+/u)
    .slice(1)
    .filter((word) => word.length > 3);
  return words.filter((word) => /^\p{Lu}/u.test(word)).length * 2 > words.length;
}

/** @returns how many lines right above one may be titles */
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

/** Lists of entries have bullets of their own: "- 2015-2018 Bachelor". */
function isBulletOfEntry({ text }: Line): boolean {
  return /^(?:\D{0,12})?(?:19|20)\d\d/.test(withoutBullet(text)) || /^\d{1,2}[./]/.test(withoutBullet(text));
}

/** A sentence with a year in it begins nothing. */
function isEntryDate(text: string, rest: string): boolean {
  return rest.length <= MAX_TITLE_LENGTH && !(/[.;]$/.test(text) && rest.split(/\s+/).length > 8);
}

export function periodValues({ period: { from, until }, dated }: Entry): ProposedValue[] {
  return [...value('from', from, dated), ...value('until', until ?? '', dated)];
}

/** As the form takes it. */
const MAX_TEXT_LENGTH = 2500;
/** From there on a line may have been broken by the width of the page. */
export const BROKEN = 60;

/** The text of an entry or of a part, a line for each thing: what a page's width has broken is put together again. */
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

/** Words that were parted at the end of a line are whole again. */
export function joined(last: string, next: string): string {
  return /\p{Ll}-$/u.test(last.slice(-3)) && /^\p{Ll}/u.test(next) ? last.slice(0, -1) + next : `${last} ${next}`;
}

const ORGANIZATION =
  /\b(?:inc|ltd|llc|llp|plc|corp|gmbh|ggmbh|ag|kg|ug|e\.? ?v|ev|sarl|sas|sa|foundation|stiftung|fondation|association|verein|verband|society|charity|trust|university|universitat|universite|hospital|klinik|klinikum|krankenhaus|hopital|centre|center|zentrum|house|haus|maison|school|schule|ecole|council|ministry|ministerium|ministere|agency|agentur|agence|bank|red cross|rotes kreuz|croix-rouge|caritas|diakonie|ngo|network|netzwerk|reseau|group|gruppe|groupe|services|church|kirche|museum|musee|shelter|amt|ville de|stadt|city of|clinic|college)\b/;

/** Whether a text has a word in it that names of employers have. */
export function isOrganization(text: string): boolean {
  return ORGANIZATION.test(folded(text));
}
