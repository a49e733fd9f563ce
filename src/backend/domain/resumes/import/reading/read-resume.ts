import {
  textOf,
  entriesOf,
  type Entry,
  periodValues,
  isOrganization,
  BROKEN,
  joined,
  titleParts,
  readEducation,
} from './entries.js';
import { type KnownTerms, readLanguages } from './known-terms.js';
import { readPersonal } from './personal.js';
import { item, type Line, type ProposedItem, type ProposedValue, value } from './proposals.js';
import {
  type SectionKind,
  sectionsOf,
  type TextLanguage,
  isBullet,
  listItems,
  withoutBullet,
  folded,
  withoutInvisible,
} from './sections.js';

export interface ResumeReading {
  /** Items in the order of a resume. */
  items: readonly ProposedItem[];
  /** Language of its headings; undefined if it has none. */
  language: TextLanguage | undefined;
}

/**
 * Reads a resume from lines of text in English, German or French (APP-03). Proposes what it recognises and leaves out the rest; accepts
 * any text, in time that grows linearly with its length.
 */
export function readResume(text: readonly string[], terms: KnownTerms): ResumeReading {
  const lines = text.flatMap((each, number): Line[] => {
    const plain = withoutInvisible(each)
      .normalize('NFC')
      .replace(/[^\S\t]+/gu, ' ')
      .replace(/ ?\t\s*/g, '\t')
      .trim();
    return plain === '' ? [] : [{ number, text: plain }];
  });
  const { sections, language } = sectionsOf(lines);
  const of = (...kinds: SectionKind[]): Line[] =>
    sections.filter(({ kind }) => kinds.includes(kind)).flatMap((section) => section.lines);
  const personal = readPersonal(of('head'), of('personal'));
  return {
    items: [
      ...personal,
      ...item('about', textOf('about', of('about'))),
      ...readWork(of('work')),
      ...readWork(of('volunteer'), true),
      ...readEducation(of('education'), terms),
      ...readLanguages(of('languages'), terms),
      ...readSkills(of('skills'), namesIn(personal)),
    ],
    language,
  };
}

const POSITION =
  /(?:manager|worker|coordinator|officer|assistant|director|leiter|leiterin|leitung|mitarbeiter|mitarbeiterin|referent|referentin|helfer|helferin|berater|beraterin|padagog|arbeiter|arbeiterin|pfleger|pflegerin|fachkraft|praktikant|praktikum|intern\b|lehrer|lehrerin|teacher|nurse|engineer|developer|consultant|analyst|specialist|advisor|counsellor|counselor|charge|chargee|responsable|assistante?|directeur|directrice|coordinateur|coordinatrice|conseiller|conseillere|animateur|animatrice|educateur|educatrice|infirmier|infirmiere|stagiaire|secretaire|volunteer|ehrenamtlich|benevole|trainer|caseworker|lead|head of|kaufmann|kauffrau|koch|kochin|cook|gestionnaire|travailleu|aide-|technicien|entwickler|erzieher|buchhalter|accountant|writer|editor|editrice|redakteur)/;

/** @param isVolunteer whether the work is unpaid */
function readWork(lines: readonly Line[], isVolunteer = false): ProposedItem[] {
  return entriesOf(lines).flatMap((entry) => {
    const values = titlesOf(entry);
    // An entry without a name is skipped.
    if (values.length === 0) return [];
    const type = isVolunteer ? value('employmentType', 'volunteer', entry.dated) : [];
    return item('workExperience', [...values, ...type, ...periodValues(entry), ...textOf('summary', entry.text)]);
  });
}

function titlesOf({ titles }: Entry): ProposedValue[] {
  const { parts, location } = titleParts(titles);
  const isSwapped = parts.length > 1 && rank(parts[1]!.text) > rank(parts[0]!.text);
  const [title, company] = isSwapped ? [parts[1], parts[0]] : parts;
  return [
    ...(title ? value('jobTitle', title.text, title) : []),
    ...(company ? value('companyName', company.text, company) : []),
    ...(location && title ? value('location', location.text, location) : []),
  ];
}

/** Score of how much a text looks like a job title. */
function rank(text: string): number {
  const plain = folded(text);
  return Number(POSITION.test(plain)) - Number(isOrganization(text));
}

const MAX_COUNT = 60;
const MAX_LENGTH = 60;
const MAX_WORDS = 6;
/** Maximum number of lines of a list that are joined. */
const MAX_BROKEN = 30;

/** The name in both orders, folded. */
function namesIn(personal: readonly ProposedItem[]): string[] {
  const [first = '', last = ''] = (['firstName', 'lastName'] as const).map(
    (field) => personal.find((each) => each.field === field)?.values[0]!.value,
  );
  return [folded(`${first} ${last}`), folded(`${last} ${first}`)];
}

/**
 * Reads skills one by one; whole sentences are skipped.
 *
 * @param names the name of the person, which many resumes repeat at the top of each page: skills are public, names are not
 */
function readSkills(lines: readonly Line[], names: readonly string[]): ProposedItem[] {
  const seen = new Set(names);
  return wholeLines(lines)
    .flatMap(({ text: whole, lines: read }) => {
      // For example `Office: Word, Excel`.
      const text = withoutBullet(whole).replace(/^[^:,;]{2,40}:\s+/, '');
      return listItems(text).flatMap((each) => {
        const skill = each
          .replace(/^(?:and|und|et)\s/i, '')
          .replace(/\.$/, '')
          .trim();
        const key = folded(skill);
        const isSkill = skill.length >= 2 && skill.length <= MAX_LENGTH && skill.split(/\s+/).length <= MAX_WORDS;
        if (!isSkill || !/\p{L}/u.test(skill) || seen.has(key)) return [];
        seen.add(key);
        return item('skills', value('skill', skill, ...read));
      });
    })
    .slice(0, MAX_COUNT);
}

interface WholeLine {
  text: string;
  lines: Line[];
}

/** Joins lists that were wrapped at the page width, so that no skill is split. */
function wholeLines(lines: readonly Line[]): WholeLine[] {
  const longest = Math.max(0, ...lines.map(({ text }) => text.length));
  const whole: WholeLine[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    if (last && last.lines.length < MAX_BROKEN && isContinuation(last.lines.at(-1)!.text, line.text, longest)) {
      last.text = joined(last.text, line.text);
      last.lines.push(line);
    } else whole.push({ text: line.text, lines: [line] });
  }
  return whole;
}

function isContinuation(last: string, next: string, longest: number): boolean {
  if (isBullet(next) || /[.:]$/.test(last)) return false;
  const [label] = /^[^:,;]{2,40}:\s/.exec(next) ?? [];
  if (label !== undefined) return false;
  const isList = /[,;|•·]/u.test(last) || isBullet(last);
  if (/^[\p{Ll}&(]/u.test(next)) return isList || last.length > BROKEN;
  // The line was wrapped if the next word would not have fitted on it.
  const word = next.split(/\s/, 1)[0]!;
  return isList && last.length > BROKEN && last.length + 1 + word.length > longest;
}
