import { z } from 'zod';
import { type KnownTerms, levelOf } from '../reading/known-terms.js';
import { degreeOf } from '../reading/entries.js';
import { findPeriod } from '../reading/period.js';
import { readName } from '../reading/personal.js';
import { item, type ImportedField, type ProposedItem, type ProposedValue } from '../reading/proposals.js';
import type { StoredPeriod } from '../../../../platform/database/tables/resume-tables.js';
import type { SavedAddress } from '../../../../platform/database/address.js';
import type { TermCatalog } from '../../../../reference/taxonomy/term-catalog.js';
import type { StoredPrivateFields, StoredResume } from '../../resume.repository.js';

const text = z.string().optional();
const DATE = /^([1-2]\d{3}-[0-1]\d-[0-3]\d|[1-2]\d{3}-[0-1]\d|[1-2]\d{3})$/;
const date = z.string().regex(DATE).optional();
/** Many programs write a word such as `Present` for something that continues, and some write dates as `June 2020`. */
const endDate = text.transform((written = '') => (DATE.test(written) ? written : findPeriod(written)?.period.until));
const texts = z.array(z.string()).optional();
const list = <Item extends z.ZodType>(item: Item) => z.array(item).optional();

/** Supported part of the jsonresume.org schema, version 1.0.0, which allows additional properties everywhere. */
const jsonResume = z.object({
  basics: z
    .object({
      name: text,
      label: text,
      phone: text,
      summary: text,
      location: z.object({ address: text, postalCode: text, city: text, countryCode: text, region: text }).optional(),
    })
    .optional(),
  work: list(
    z.object({
      name: text,
      location: text,
      position: text,
      summary: text,
      highlights: texts,
      startDate: date,
      endDate,
    }),
  ),
  volunteer: list(
    z.object({ organization: text, position: text, summary: text, highlights: texts, startDate: date, endDate }),
  ),
  education: list(
    z.object({ institution: text, area: text, studyType: text, courses: texts, startDate: date, endDate }),
  ),
  skills: list(z.object({ name: text, keywords: texts })),
  languages: list(z.object({ language: text, fluency: text })),
});

type JsonResume = z.output<typeof jsonResume>;

/** @returns the path of a schema error (`work[0].startDate`; empty for the whole document) */
export function parseJsonResume(content: unknown): { resume: JsonResume } | { error: string } {
  const parsed = jsonResume.safeParse(withoutEmpty(content, 0));
  if (parsed.success) return { resume: parsed.data };
  const path = parsed.error.issues[0]?.path ?? [];
  return {
    error: path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
      .join('')
      .slice(1),
  };
}

const MAX_DEPTH = 6;

/** Removes nulls and empty strings, which many programs write for missing values. */
function withoutEmpty(content: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH || typeof content !== 'object' || content === null) return content;
  if (Array.isArray(content))
    return content.filter((each) => each !== null).map((each) => withoutEmpty(each, depth + 1));
  return Object.fromEntries(
    Object.entries(content)
      .filter(([, each]) => each !== null && each !== '')
      .map(([key, each]) => [key, withoutEmpty(each, depth + 1)]),
  );
}

const MAX_ENTRIES = 60;
const MAX_TEXT_LENGTH = 2500;

/** Values with their JSON paths, which are treated like the lines of a text. */
class Paths {
  readonly lines: string[] = [];

  of(name: string, value: string | undefined, path: string): ProposedValue[] {
    const plain = value?.trim().slice(0, MAX_TEXT_LENGTH) ?? '';
    if (plain === '') return [];
    return [{ name, value: plain, lines: [this.lines.push(path) - 1] }];
  }
}

/** @returns the content of a jsonresume.org resume, with the paths that stand for its lines */
export function readJsonResume(
  resume: JsonResume,
  terms: KnownTerms,
): { items: readonly ProposedItem[]; lines: readonly string[] } {
  const paths = new Paths();
  return {
    items: [
      ...basicsOf(resume, paths),
      ...entries(resume.work, ({ name, position, location, startDate, endDate, ...texts }, at) => {
        const path = `work[${at}]`;
        return item('workExperience', [
          ...paths.of('jobTitle', position ?? name, `${path}.${position === undefined ? 'name' : 'position'}`),
          ...paths.of('companyName', position === undefined ? undefined : name, `${path}.name`),
          ...paths.of('location', location, `${path}.location`),
          ...paths.of('from', monthOf(startDate), `${path}.startDate`),
          ...paths.of('until', startDate && monthOf(endDate), `${path}.endDate`),
          ...paths.of('summary', textOf(texts.summary, texts.highlights), textPath(path, texts)),
        ]);
      }),
      ...entries(resume.volunteer, ({ organization, position, startDate, endDate, ...texts }, at) => {
        const path = `volunteer[${at}]`;
        const title = position ?? organization;
        return item('workExperience', [
          ...paths.of('jobTitle', title, `${path}.${position === undefined ? 'organization' : 'position'}`),
          ...paths.of('companyName', position === undefined ? undefined : organization, `${path}.organization`),
          ...paths.of('employmentType', title && 'volunteer', path),
          ...paths.of('from', monthOf(startDate), `${path}.startDate`),
          ...paths.of('until', startDate && monthOf(endDate), `${path}.endDate`),
          ...paths.of('summary', textOf(texts.summary, texts.highlights), textPath(path, texts)),
        ]);
      }),
      ...entries(resume.education, ({ institution, area, studyType, courses, startDate, endDate }, at) => {
        const path = `education[${at}]`;
        const degree = degreeOf(studyType ?? '');
        return item('education', [
          ...paths.of('institution', institution, `${path}.institution`),
          ...paths.of('degreeLevel', degree, `${path}.studyType`),
          ...paths.of('fieldOfStudy', terms.fieldsOfStudy.within(area ?? ''), `${path}.area`),
          // An unknown degree is treated as part of the study program's name.
          ...paths.of('studyProgram', [degree ? '' : studyType, area].filter(Boolean).join(' '), `${path}.area`),
          ...paths.of('from', monthOf(startDate), `${path}.startDate`),
          ...paths.of('until', startDate && monthOf(endDate), `${path}.endDate`),
          ...paths.of('summary', textOf(undefined, courses), `${path}.courses`),
        ]);
      }),
      ...entries(resume.languages, ({ language, fluency }, at) =>
        item('languages', [
          ...paths.of('language', language, `languages[${at}].language`),
          ...(language ? paths.of('level', levelOf(fluency ?? ''), `languages[${at}].fluency`) : []),
        ]),
      ),
      ...entries(resume.skills, ({ name, keywords = [] }, at) =>
        [[name, 'name'] as const, ...keywords.map((word, index) => [word, `keywords[${index}]`] as const)].flatMap(
          ([word, key]) => item('skills', paths.of('skill', word?.slice(0, 60), `skills[${at}].${key}`)),
        ),
      ),
    ].filter(({ field, values }) => isNamed(field, values)),
    lines: paths.lines,
  };
}

function basicsOf({ basics = {} }: JsonResume, paths: Paths): ProposedItem[] {
  const { name = '', label, phone, summary, location = {} } = basics;
  const [street, ...more] = (location.address ?? '').split('\n');
  const parts = readName({ number: 0, text: name });
  const single = (field: ImportedField, value: string | undefined, key: string) =>
    item(field, paths.of(field, value, `basics.${key}`));
  const [first, last] = parts.length === 2 ? parts.map(({ value }) => value) : [undefined, name];
  return [
    ...single('firstName', first, 'name'),
    ...single('lastName', last, 'name'),
    ...single('phone', phone, 'phone'),
    ...item('homeLocation', [
      ...paths.of('addressLine1', street, 'basics.location.address'),
      ...paths.of('addressLine2', more.join(', '), 'basics.location.address'),
      ...paths.of('zip', location.postalCode, 'basics.location.postalCode'),
      ...paths.of('locality', location.city, 'basics.location.city'),
      ...paths.of('administrativeArea', location.region, 'basics.location.region'),
      ...paths.of('countryCode', countryOf(location.countryCode), 'basics.location.countryCode'),
    ]),
    ...single('title', label, 'label'),
    ...single('about', summary, 'summary'),
  ];
}

function entries<Entry>(list: readonly Entry[] = [], read: (entry: Entry, at: number) => ProposedItem[]) {
  return list.slice(0, MAX_ENTRIES).flatMap(read);
}

/** Entries without their first part are skipped: a job without a title, a school without a name. */
function isNamed(field: ImportedField, values: readonly ProposedValue[]): boolean {
  const wanted = { workExperience: 'jobTitle', education: 'institution', languages: 'language' }[field as string];
  return wanted === undefined || values.some(({ name }) => name === wanted);
}

function textOf(summary: string | undefined, highlights: readonly string[] = []): string {
  return [summary ?? '', ...highlights].filter((each) => each.trim() !== '').join('\n');
}

function textPath(path: string, { summary }: { summary?: string }): string {
  return `${path}.${summary === undefined ? 'highlights' : 'summary'}`;
}

/** Drops the day, which the form does not contain. @returns undefined for an invalid month */
function monthOf(date: string | undefined): string | undefined {
  const month = date?.slice(0, 7);
  return month === undefined || /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(month) ? month : undefined;
}

function countryOf(code: string | undefined): string | undefined {
  return code !== undefined && /^[a-z]{2}$/i.test(code) ? code.toUpperCase() : undefined;
}

const SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';
const VOLUNTEER = 'volunteer';

/**
 * Converts a resume to the format of jsonresume.org, schema 1.0.0 (APP-03), as far as the schema has a place for the data. Texts of an
 * education are written as courses, the only place for them.
 *
 * @param language language of the term labels
 */
export function writeJsonResume(
  { row, hidden }: { row: StoredResume; hidden: StoredPrivateFields | undefined },
  { terms, language }: { terms: TermCatalog; language: string },
): string {
  const label = (tid: number | null | undefined): string | undefined => terms.term(tid ?? null, language)?.label;
  const isVolunteer = (tid: number | undefined): boolean => tid !== undefined && terms.find(tid)?.slug === VOLUNTEER;
  const all = row.work_experience.map((work) => ({ work, times: datesOf(work.period) }));
  const content = {
    $schema: SCHEMA,
    basics: {
      name: [hidden?.first_name, hidden?.last_name].filter(Boolean).join(' ') || undefined,
      label: row.title ?? undefined,
      phone: hidden?.phone ?? undefined,
      summary: row.about ?? undefined,
      location: hidden?.home_location ? locationOf(hidden.home_location) : undefined,
    },
    work: all
      .filter(({ work }) => !isVolunteer(work.employmentTypeTid))
      .map(({ work: { company, jobTitle, location, summary }, times }) => ({
        name: company,
        position: jobTitle,
        location: location && placeText(location, language),
        ...times,
        summary,
      })),
    volunteer: all
      .filter(({ work }) => isVolunteer(work.employmentTypeTid))
      .map(({ work: { company, jobTitle, summary }, times }) => ({
        organization: company,
        position: jobTitle,
        ...times,
        summary,
      })),
    education: row.education.map(({ institution, degreeTid, fieldTid, studyProgram, period, summary }) => ({
      institution,
      area: studyProgram ?? label(fieldTid),
      studyType: label(degreeTid),
      ...datesOf(period),
      courses: summary?.split('\n'),
    })),
    skills: [...row.skill_tids.flatMap((tid) => label(tid) ?? []), ...row.skills_free].map((name) => ({ name })),
    languages: [
      ...row.languages.flatMap(({ tid, levelTid }) => {
        const name = label(tid);
        return name === undefined ? [] : [{ language: name, fluency: label(levelTid) }];
      }),
      ...row.languages_free.map((name) => ({ language: name })),
    ],
    meta: { version: 'v1.0.0', lastModified: row.updated_at.toISOString().slice(0, 19) },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function datesOf(period: StoredPeriod | undefined): { startDate?: string; endDate?: string } {
  return { startDate: period?.from, endDate: period?.until };
}

function locationOf({ addressLine1, addressLine2, zip, locality, administrativeArea, countryCode }: SavedAddress) {
  return {
    address: [addressLine1, addressLine2].filter(Boolean).join('\n') || undefined,
    postalCode: zip,
    city: locality,
    region: administrativeArea,
    countryCode,
  };
}

/** Text of a place: `Toronto, ON, Canada`. */
function placeText({ locality, administrativeArea, countryCode }: SavedAddress, language: string): string {
  const country = new Intl.DisplayNames([language], { type: 'region' }).of(countryCode);
  return [locality, administrativeArea, country].filter(Boolean).join(', ');
}
