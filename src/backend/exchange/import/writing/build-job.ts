import { MAX_APPLICATION_EMAILS } from '#contract/applications/application-rules.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { endOfDay, instantIn, startOfDay } from '#shared/time-zones/zoned-days.js';
import type { JobToSave } from '../../../domain/jobs/job.repository.js';
import { zoneAt } from '../../../reference/places/time-zones.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import type { Addresses } from '../../../reference/places/addresses.js';
import {
  industriesOf,
  occupationsOf,
  degreeLevelOf,
  employmentTypesOf,
  experienceOf,
  remoteOptionOf,
} from '../fields/categories.js';
import { countryCodeOf } from '../../../reference/places/countries.js';
import { readSalary } from '../fields/salary.js';
import { readPlace } from '../../../reference/places/typed-place.js';
import type { Advert } from '../reading/advert.js';
import { assembleDescription, readTexts } from '../text/description-html.js';
import { detectLanguage, languageOf } from '../../../reference/text/language.js';
import { plainLine } from '../../../reference/text/clean-text.js';
import type { AdvertIdentity } from './organizations.js';

/** A job without the data that only the database knows: its organization, and the date of publication. */
export interface BuiltJob {
  job: Omit<JobToSave, 'organizationId' | 'publishedAt'> & { publishedAt?: Date };
  notes: Finding[];
  /** Whether an employer or a way to apply is missing. */
  isIncomplete: boolean;
}

/** Information about a row for the operator. */
export interface Finding {
  field: string;
  rule: string;
}

export interface JobBuilding {
  source: string;
  terms: TermCatalog;
  addresses: Addresses;
  siteLanguage: string;
  /** Time zone of the site, for jobs whose location does not determine one. */
  timeZone: string;
  /** Whether jobs without an employer or a way to apply are imported. */
  allowIncomplete: boolean;
  now: Date;
}

const REMOTE_TITLE = /[([]\s*(?:100 ?% ?|fully )?remote\s*[)\]]|[-–|,]\s*remote$/i;
const MAX_TITLE_LENGTH = 250;
const MIN_TEXT_LENGTH = 20;
const MAX_DESCRIPTION_LENGTH = 200_000;
const MAX_SKILL_LENGTH = 60;
const MAX_SKILLS = 30;
const MAX_REFERENCE_LENGTH = 100;
const EMAIL = /^(?:mailto:)?([^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]{2,})$/i;
const DAY_MS = 24 * 3600 * 1000;

interface Refusal {
  refused: Finding;
  /** Set if an employer or a way to apply is missing. */
  isIncomplete?: true;
  /** Set if the closing date has passed. */
  isOver?: true;
}

/** @returns the job, or the violated rule */
export async function buildJob(
  advert: Advert,
  identity: AdvertIdentity,
  building: JobBuilding,
): Promise<BuiltJob | Refusal> {
  const { source, terms, addresses, siteLanguage, now } = building;
  const title = cut(plainLine(advert.title), MAX_TITLE_LENGTH);
  if (!/\p{L}/u.test(title)) return refuse('title', 'is missing');
  const texts = readTexts(advert, identity.organization === undefined);
  if (texts.plain.length < MIN_TEXT_LENGTH) {
    return refuse(
      'description',
      texts.plain === '' ? 'is missing' : `has fewer than ${MIN_TEXT_LENGTH} characters of text`,
    );
  }
  const language = languageOf(advert.language) ?? detectLanguage(`${title} ${texts.plain}`) ?? siteLanguage;
  const description = assembleDescription(texts, language);
  if (description.length > MAX_DESCRIPTION_LENGTH)
    return refuse('description', `has more than ${MAX_DESCRIPTION_LENGTH} characters`);
  const typed = readPlace(advert.place);
  const { address, near, problem } = await addresses.of(typed);
  const timeZone = zoneAt(address) ?? zoneAt(near) ?? building.timeZone;
  const expiresAt = readClosing(advert.closes, now, timeZone);
  if (expiresAt && expiresAt <= now)
    return { ...refuse('closing date', `already closed on ${dayIn(timeZone, expiresAt)}`), isOver: true };

  const application = applicationOf(advert);
  const missing = missingOf(identity, application);
  if (missing[0] && !building.allowIncomplete)
    return { ...refuse(missing[0].field, missing[0].rule), isIncomplete: true };

  const notes: Finding[] = [...missing];
  const dates = [
    ['publication date', advert.published, readDate(advert.published, now, timeZone)],
    ['closing date', advert.closes, expiresAt],
  ] as const;
  for (const [field, typed, date] of dates)
    if (typed !== undefined && !date) notes.push({ field, rule: `“${cut(typed, 40)}” is not understood; left out` });
  if (problem !== undefined) notes.push({ field: 'place', rule: problem });
  const remote = remoteOptionOf(advert.remote) ?? (typed.isRemote || REMOTE_TITLE.test(title) ? 'remote' : undefined);
  const country = address?.countryCode ?? typed.country;
  const pay = readSalary(advert.salary, country, `${title} ${texts.plain}`);
  if (pay.problem !== undefined) notes.push({ field: 'salary', rule: `${pay.problem}; left out` });
  const tid = (slug: string | undefined): number | undefined =>
    slug === undefined ? undefined : terms.findBySlug(slug)?.tid;
  const tids = (slugs: readonly string[]): number[] => slugs.map(tid).filter((known) => known !== undefined);

  return {
    notes,
    isIncomplete: missing.length > 0,
    job: {
      source,
      sourceKey: identity.sourceKey,
      title,
      language,
      description,
      state: 'published',
      employmentTypeTids: tids(employmentTypesOf(advert.employmentTypes)),
      industryTids: tids(industriesOf(advert.industries)),
      occupationTids: tids(occupationsOf(advert.occupations, title, plainLine(advert.department))),
      experienceTid: tid(experienceOf(plainLine(advert.experience), advert.experienceMonths)),
      remoteTid: tid(remote),
      degreeTid: tid(degreeLevelOf(plainLine(advert.education))),
      skills: skillsOf(advert.skills),
      benefitTids: [],
      address,
      eligibleCountries: remote === 'remote' ? eligibleCountriesOf(advert, country) : [],
      salary: pay.salary,
      publishedAt: publishedOf(advert, now, timeZone),
      expiresAt,
      timeZone,
      ...application,
      ...(identity.reference ? { reference: cut(identity.reference, MAX_REFERENCE_LENGTH) } : {}),
      featured: false,
    },
  };
}

function refuse(field: string, rule: string): { refused: Finding } {
  return { refused: { field, rule } };
}

/** A future date would keep the job on top of all lists until then; since the advertisement is in the file, it counts as published now. */
function publishedOf(advert: Advert, now: Date, timeZone: string): Date | undefined {
  const date = readDate(advert.published, now, timeZone);
  return date && date.getTime() <= now.getTime() + DAY_MS ? date : undefined;
}

type Application = Pick<JobToSave, 'applicationWorkflow' | 'applicationEmails' | 'applicationLink'>;

/** Returns what is missing for people to be able to apply. */
function missingOf(identity: AdvertIdentity, { applicationEmails, applicationLink }: Application): Finding[] {
  const missing: Finding[] = [];
  if (identity.organization === undefined) missing.push({ field: 'employer', rule: 'is not named' });
  if (applicationEmails === undefined && applicationLink === undefined)
    missing.push({ field: 'application', rule: 'has neither a link nor an email address' });
  return missing;
}

function applicationOf(advert: Advert): Application {
  const link = webAddress(advert.url);
  if (link !== undefined) return { applicationWorkflow: 'link', applicationLink: link };
  const emails = plainLine(advert.email ?? advert.url)
    .split(/[\s,;]+/)
    .flatMap((text) => EMAIL.exec(text)?.[1] ?? [])
    .slice(0, MAX_APPLICATION_EMAILS);
  // Without either of them, the page says that the advertisement specifies no way to apply.
  return { applicationWorkflow: 'email', ...(emails.length > 0 ? { applicationEmails: [...new Set(emails)] } : {}) };
}

/** @returns undefined for an address that is not safe to open in a browser */
export function webAddress(text: string | undefined): string | undefined {
  const typed = plainLine(text);
  if (typed === '' || typed.length > 2000) return undefined;
  const whole = /^www\./i.test(typed) ? `https://${typed}` : typed;
  if (!/^https?:\/\//i.test(whole) || !URL.canParse(whole)) return undefined;
  const { href, hostname, username } = new URL(whole);
  return hostname.includes('.') && username === '' ? href : undefined;
}

function eligibleCountriesOf(advert: Advert, country: string | undefined): string[] {
  const given = advert.eligibleCountries.map(countryCodeOf).filter((code) => code !== undefined);
  return given.length > 0 ? [...new Set(given)] : country === undefined ? [] : [country];
}

function skillsOf(texts: readonly string[]): string[] {
  const skills = texts.map(plainLine).filter((skill) => skill !== '' && skill.length <= MAX_SKILL_LENGTH);
  return [...new Set(skills)].slice(0, MAX_SKILLS);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const EARLIEST = Date.UTC(2000, 0, 1);
const MAX_YEARS_AHEAD = 20;

/**
 * @param timeZone used if the text contains no zone: a date without a time is the start of the day there
 * @returns undefined if the text is not a date, or the date is implausible
 */
export function readDate(text: string | undefined, now: Date, timeZone: string): Date | undefined {
  const typed = (text ?? '').trim();
  const day = dayOf(typed);
  return plausibleDate(day === undefined ? instantOf(typed, timeZone) : startOfDay(day, timeZone), now);
}

/** Like `readDate`, except that a date without a time is the end of the day. */
export function readClosing(text: string | undefined, now: Date, timeZone: string): Date | undefined {
  const day = dayOf((text ?? '').trim());
  return day === undefined ? readDate(text, now, timeZone) : plausibleDate(endOfDay(day, timeZone), now);
}

function plausibleDate(date: Date | undefined, now: Date): Date | undefined {
  const time = date?.getTime() ?? NaN;
  return time >= EARLIEST && time < now.getTime() + MAX_YEARS_AHEAD * 366 * DAY_MS ? date : undefined;
}

/** @returns a day such as `2026-11-20`; undefined if the text contains a time, or is not a day */
function dayOf(text: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (local) {
    const [a, b, year] = [Number(local[1]), Number(local[3]), Number(local[4])];
    // With dots, the day comes first. With slashes, the order is known only if one of the numbers exceeds twelve.
    if (local[2] === '.' || a > 12 || a === b) return calendarDay(year, b, a);
    return b > 12 ? calendarDay(year, a, b) : undefined;
  }
  const named = /^(?:(\d{1,2})\s+)?([a-z]{3})[a-z]*\.?\s+(?:(\d{1,2}),?\s+)?(\d{4})$/i.exec(text);
  const day = named?.[1] ?? named?.[3];
  if (named && day) return calendarDay(Number(named[4]), MONTHS.indexOf(named[2]!.toLowerCase()) + 1, Number(day));
  return undefined;
}

function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

/**
 * Parses ISO 8601, in the time zone if it has no offset, and the format of mail headers, in UTC if it has none: the result does not depend
 * on the machine.
 */
function instantOf(text: string, timeZone: string): Date | undefined {
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) {
    const joined = text
      .replace(' ', 'T')
      .replace(/\s+/g, '')
      .replace(/UTC$|GMT$/, 'Z')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
      // An offset of whole hours, as PostgreSQL writes it.
      .replace(/([+-]\d{2})$/, '$1:00');
    return /(?:Z|[+-]\d{2}:\d{2})$/i.test(joined) ? new Date(joined) : instantIn(joined, timeZone);
  }
  if (/^(?:[a-z]{3},\s*)?\d{1,2}\s+[a-z]{3}\s+\d{4}\s+\d{2}:\d{2}/i.test(text)) {
    return new Date(/(?:[A-Z]{3}|[+-]\d{4})$/.test(text) ? text : `${text} UTC`);
  }
  return undefined;
}
