import { folded } from './sections.js';

/** Names of months in English, German and French, folded, with their abbreviations. */
const NAMES: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'janner', 'janvier', 'janv'],
  ['february', 'feb', 'februar', 'fevrier', 'fevr', 'fev'],
  ['march', 'mar', 'marz', 'maerz', 'mrz', 'mars'],
  ['april', 'apr', 'avril', 'avr'],
  ['may', 'mai'],
  ['june', 'jun', 'juni', 'juin'],
  ['july', 'jul', 'juli', 'juillet', 'juil'],
  ['august', 'aug', 'aout'],
  ['september', 'sep', 'sept', 'septembre'],
  ['october', 'oct', 'okt', 'oktober', 'octobre'],
  ['november', 'nov', 'novembre'],
  ['december', 'dec', 'dez', 'dezember', 'decembre'],
];

const BY_NAME = new Map(NAMES.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** Alternatives for regular expressions on folded text, the longest first. */
const MONTH_NAMES = [...BY_NAME.keys()].sort((one, other) => other.length - one.length).join('|');

/** @returns 1 to 12; undefined if it is not a month */
function monthOf(name: string): number | undefined {
  return BY_NAME.get(folded(name).replace(/\.$/, ''));
}

/** ISO 8601 years (`2019`) or months (`2019-03`), as precise as written. Without `until`, the period continues. */
export interface Period {
  from: string;
  until?: string;
}

/** A period found in a line. */
export interface PeriodInText {
  period: Period;
  /** The line without the period. */
  rest: string;
  /** Number of characters before it and the words that belong to it, such as `since`. */
  at: number;
}

const YEAR = '(?:19|20)\\d\\d';
const NAMED = `(?:\\d{1,2}\\.?\\s)?(?:${MONTH_NAMES})\\.?,?\\s(?:de\\s)?${YEAR}`;
const DAY = `\\d{1,2}[./]\\d{1,2}[./]${YEAR}`;
const NUMBERED = `\\d{1,2}\\s?[./-]\\s?${YEAR}`;
const ISO = `${YEAR}-\\d{2}(?:-\\d{2})?`;
/** A month with a year of two digits, which alone may mean something else. */
const SHORT = '\\d{1,2}/\\d\\d(?![\\d/])';
const DATE = `(?:${NAMED}|${DAY}|${ISO}|${NUMBERED}|${YEAR})`;
const NOW =
  "(?:present|today|now|current(?:ly)?|to date|date|ongoing|heute|jetzt|aktuell|derzeit|laufend|dato|aujourd'hui|aujourdhui|ce jour|actuel(?:lement)?|maintenant|en cours)";
const TO =
  "\\s?(?:-|\\bbis(?: zum| einschliesslich)?\\b|\\bto\\b|\\buntil\\b|\\btill\\b|\\ba\\b|\\bau\\b|\\bjusqu'(?:a|en|au)?)\\s?";
const FROM = '(?:\\b(?:from|von|vom|de|du|ab)\\s)?';
const SINCE = '\\b(?:since|seit(?: dem)?|depuis(?: le)?|ab)\\s';

/** Years of two digits are from 1950 to 2049. */
const FIRST_SHORT_YEAR = 50;

const FORMS: readonly { pattern: RegExp; read: (match: RegExpExecArray) => Period | undefined }[] = [
  { pattern: new RegExp(`${FROM}\\b(${DATE})${TO}(${NOW})(?![\\w'])`), read: ([, from]) => open(from!) },
  { pattern: new RegExp(`${FROM}\\b(${DATE})${TO}(${DATE})\\b`), read: ([, from, until]) => closed(from!, until!) },
  // March to June 2019
  {
    pattern: new RegExp(`${FROM}\\b((?:${MONTH_NAMES})\\.?)${TO}(${NAMED})\\b`),
    read: ([, month, until]) => closed(`${month!} ${/\d{4}$/.exec(until!)![0]}`, until!),
  },
  // 03/19 - 06/21
  { pattern: new RegExp(`${FROM}(?<![\\d./-])(${SHORT})${TO}(${NOW})(?![\\w'])`), read: ([, from]) => open(from!) },
  {
    pattern: new RegExp(`${FROM}(?<![\\d./-])(${SHORT})${TO}(${SHORT}|${NUMBERED})(?!-?\\d)`),
    read: ([, from, until]) => closed(from!, until!),
  },
  // 03-06/2019
  {
    pattern: new RegExp(`\\b(\\d{1,2})${TO}(\\d{1,2}[./]${YEAR})\\b`),
    read: ([, month, until]) => closed(`${month!}/${until!.slice(-4)}`, until!),
  },
  // 2015-18
  {
    pattern: new RegExp(`\\b(${YEAR})\\s?[-/]\\s?(\\d\\d)\\b(?![./-]?\\d)`),
    read: ([, from, end]) => closed(from!, from!.slice(0, 2) + end!),
  },
  { pattern: new RegExp(`${SINCE}(${DATE})\\b`), read: ([, from]) => open(from!) },
  { pattern: new RegExp(`${SINCE}(${SHORT})(?!-?\\d)`), read: ([, from]) => open(from!) },
  { pattern: new RegExp(`\\b(${DATE})\\s?-(?=\\s*$)`), read: ([, from]) => open(from!) },
  { pattern: new RegExp(`\\b(${DATE})\\b`), read: ([, only]) => closed(only!, only!) },
];

/** Only this part of a line is searched: dates are never further right. */
const MAX_LENGTH = 300;

/** @param text a line @returns the first period in it, in English, German or French */
export function findPeriod(text: string): PeriodInText | undefined {
  const line = text.slice(0, MAX_LENGTH);
  const plain = comparable(line);
  for (const { pattern, read } of FORMS) {
    const match = pattern.exec(plain);
    const period = match && read(match);
    if (!period) continue;
    const before = line.slice(0, match.index);
    const after = line.slice(match.index + match[0].length);
    const rest = withoutEnds(`${withoutEnds(before)}\t${withoutEnds(after)}`) + text.slice(MAX_LENGTH);
    return { period, rest, at: match.index };
  }
  return undefined;
}

/** @param text `12.03.1990`, `12 March 1990` @returns the day, ISO 8601 */
export function findDay(text: string): string | undefined {
  const plain = comparable(text.slice(0, MAX_LENGTH));
  const iso = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/.exec(plain);
  if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!);
  const numbered = new RegExp(`\\b(\\d{1,2})[./-]\\s?(\\d{1,2})[./-]\\s?(${YEAR})\\b`).exec(plain);
  if (numbered) return dayOf(numbered[3]!, numbered[2]!, numbered[1]!);
  const named = new RegExp(`\\b(\\d{1,2})(?:\\.|st|nd|rd|th|er)?\\s(${MONTH_NAMES})\\.?,?\\s(${YEAR})\\b`).exec(plain);
  if (named) return dayOf(named[3]!, String(monthOf(named[2]!)), named[1]!);
  const american = new RegExp(`\\b(${MONTH_NAMES})\\.?\\s(\\d{1,2})(?:st|nd|rd|th)?,?\\s(${YEAR})\\b`).exec(plain);
  return american ? dayOf(american[3]!, String(monthOf(american[1]!)), american[2]!) : undefined;
}

/** Folds letter by letter, so that positions are the same as in the line. */
function comparable(line: string): string {
  return Array.from(line, (letter) => {
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    if (/^[’‘`´]$/.test(letter)) return "'";
    if (/^[‐‑‒–—―−]$/.test(letter)) return '-';
    if (/^\s$/.test(letter)) return ' ';
    return plain.length === letter.length ? plain : letter;
  }).join('');
}

function open(from: string): Period | undefined {
  const start = monthText(from, isMonthFirst(from));
  return start === undefined ? undefined : { from: start };
}

function closed(from: string, until: string): Period | undefined {
  const isAmerican = isMonthFirst(from) || isMonthFirst(until);
  const [start, end] = [monthText(from, isAmerican), monthText(until, isAmerican)];
  if (start === undefined || end === undefined) return undefined;
  const precision = Math.min(start.length, end.length);
  return start.slice(0, precision) <= end.slice(0, precision) ? { from: start, until: end } : undefined;
}

/** Whether a date, such as 06/30/2021, can only be written in the American order. */
function isMonthFirst(date: string): boolean {
  return Number(/^\d{1,2}\/(\d{1,2})\/\d{4}$/.exec(date)?.[1] ?? 0) > 12;
}

/**
 * @param isAmerican whether the month precedes the day in a date with slashes
 * @returns undefined for an invalid month
 */
function monthText(date: string, isAmerican: boolean): string | undefined {
  const short = /^(\d{1,2})\/(\d\d)$/.exec(date);
  if (short) return monthOfYear(`${Number(short[2]) < FIRST_SHORT_YEAR ? 20 : 19}${short[2]!}`, Number(short[1]));
  const year = /(?:19|20)\d\d/.exec(/^\d{4}/.exec(date)?.[0] ?? date.slice(-4))?.[0];
  if (year === undefined) return undefined;
  if (/^\d{4}$/.test(date)) return year;
  const american = isAmerican ? /^(\d{1,2})\/\d{1,2}\/\d{4}$/.exec(date)?.[1] : undefined;
  const number = american ?? /^\d{4}-(\d\d)/.exec(date)?.[1] ?? /(\d{1,2})\s?[./-]\s?\d{4}$/.exec(date)?.[1];
  return monthOfYear(year, number === undefined ? monthOf(/[a-z]+/.exec(date)?.[0] ?? '') : Number(number));
}

function monthOfYear(year: string, month: number | undefined): string | undefined {
  return month !== undefined && month >= 1 && month <= 12 ? `${year}-${pad(month)}` : undefined;
}

function dayOf(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${pad(Number(month))}-${pad(Number(day))}`;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** Removes brackets and separators that surrounded the removed text. */
function withoutEnds(text: string): string {
  return text.replace(/^[\s|•·,;:)\]–—-]+/, '').replace(/[\s|•·,;:([–—-]+$/, '');
}
