import { createHash } from 'node:crypto';
import { jobFields } from '#contract/job-form/job-fields.js';
import { readScreening } from '#contract/applications/screening.js';
import { type FieldValues, readEntry, type FieldDefinition } from '#contract/defined-form/defined-form.js';
import { isTimeZone } from '#shared/time-zones/time-zone.js';
import { endOfDay, startOfDay } from '#shared/time-zones/zoned-days.js';
import { type JobRules, type JobType, textDetails } from '#contract/job-form/job-form.js';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { YES, dayOf, numberOf, valuesOf } from '#contract/defined-form/field-values.js';
import { checkJobForm, type JobFacts, type JobFormViolation } from '#contract/job-form/check-job-form.js';
import type { StoredQuestion } from '../../platform/database/tables/application-tables.js';
import type { ApplicationWorkflow, JobState, SalaryUnit } from '../../platform/database/schema.js';
import type { JobDetails } from '../../platform/database/tables/job-tables.js';
import { detectLanguage } from '../../reference/text/language.js';
import type { Addresses, PlacedAddress } from '../../reference/places/addresses.js';
import { zoneAt } from '../../reference/places/time-zones.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { textOfHtml } from '../content/page-head.js';
import { toJobRow } from '../jobs/job.repository.js';
import { readFileValue, shownRichText } from '../forms/field-values.js';
import type { PlaceFinder } from '../../reference/places/places.port.js';
import { readPostalCodes } from '../../reference/places/postal/postal-codes.js';
import { type Checking, referenceFacts } from '../forms/form-rules.js';

const QUESTION_ID_LENGTH = 12;

/** Values of a job's form, with the job's type, owner and stored settings. */
export interface FilledForm {
  type: JobType;
  values: FieldValues;
  organizationId: number;
  source: string;
  sourceKey: string;
  featured: boolean;
  top: boolean;
  /** Current questions of the stored job. */
  questions: readonly StoredQuestion[];
}

export interface Building {
  terms: TermCatalog;
  addresses: Addresses;
  rules: JobRules;
  /** Time zone of the site, for jobs without their own. */
  timeZone: string;
  /** Language of the site, used if the language of the text cannot be detected. */
  language: string;
}

/** Dates and duration that a form requests. */
export interface JobPeriod {
  start?: Date;
  end?: Date;
  days: number;
  /** Time zone of the dates. */
  timeZone: string;
}

/** @param timeZone zone in which the typed days begin and end */
export function periodOf(
  values: FieldValues,
  { days, timeZone }: Pick<JobRules, 'days'> & { timeZone: string },
): JobPeriod {
  const [start = '', end = ''] = ['published', 'expiration'].map((name) => valuesOf(values, name)[0]);
  const duration = Number(valuesOf(values, 'duration')[0] ?? days);
  return {
    ...(dayOf(start) ? { start: startOfDay(start, timeZone) } : {}),
    ...(dayOf(end) ? { end: endOfDay(end, timeZone) } : {}),
    days: Number.isInteger(duration) && duration > 0 ? duration : days,
    timeZone,
  };
}

/** @returns the time zone of a form's dates: the chosen one, or else that of the place, or else the site's */
export async function timeZoneOfForm(form: Pick<FilledForm, 'type' | 'values'>, building: Building): Promise<string> {
  const read = readerOf(form, building);
  return chosenZone(read) ?? zoneOfPlace(await addressOfForm(read, building)) ?? building.timeZone;
}

/** Builds the columns of a job from its form; invalid and hidden values are left out, which previews need. */
export async function buildJobRow(
  form: FilledForm,
  { state, publishedAt, expiresAt }: { state: JobState; publishedAt: Date; expiresAt: Date | null },
  building: Building,
) {
  const { terms, language } = building;
  const read = readerOf(form, building);
  const { all, one } = read;
  const tids = (name: string): number[] =>
    all(name)
      .map(Number)
      .filter((tid) => terms.find(tid) !== undefined);
  const tid = (name: string): number | undefined => tids(name)[0];

  const description = shownRichText(one('description') ?? '');
  const title = one('title') ?? '';
  const remoteTid = tid('remoteOptions');
  const isRemote = isRemoteForm(read, building);
  const placed = await addressOfForm(read, building);
  const row = toJobRow({
    organizationId: String(form.organizationId),
    source: form.source,
    sourceKey: form.sourceKey,
    title,
    description,
    state,
    featured: form.featured,
    top: form.top,
    publishedAt,
    ...(expiresAt ? { expiresAt } : {}),
    timeZone: chosenZone(read) ?? zoneOfPlace(placed) ?? building.timeZone,
    language: detectLanguage(`${title} ${textOfHtml(description)}`) ?? language,
    employmentTypeTids: tids('employmentType'),
    industryTids: tids('industries'),
    occupationTids: tids('occupationalField'),
    experienceTid: tid('yearsOfExperience'),
    remoteTid,
    degreeTid: tid('degreeLevel'),
    skills: all('skillsFree'),
    benefitTids: tids('benefits'),
    address: placed.address,
    eligibleCountries: isRemote ? all('eligibleCountries') : [],
    salary: salaryOf(one),
    reference: one('reference'),
    videoUrl: one('videoUrl'),
    ...applicationOf(form.type, read),
  });
  return {
    ...row,
    ...requirementsOf(all, form.questions),
    type: form.type,
    skill_tids: tids('skills'),
    logo_file: readFileValue(one('logo'))?.id ?? null,
    details: detailsOf(read, tids),
  };
}

type One = (name: string) => string | undefined;

/** Reads only those fields of a form that the site uses. */
interface FormReader {
  all: (name: string) => string[];
  one: One;
}

function readerOf({ type, values }: Pick<FilledForm, 'type' | 'values'>, { rules }: Building): FormReader {
  const shown = new Set(jobFields(type, rules).flatMap(({ name, isHidden }) => (isHidden ? [] : [name])));
  const all = (name: string): string[] => (shown.has(name) ? valuesOf(values, name) : []);
  return { all, one: (name) => all(name)[0] };
}

function isRemoteForm({ one }: FormReader, { terms }: Building): boolean {
  const tid = one('remoteOptions');
  return tid !== undefined && terms.find(Number(tid))?.slug === 'remote';
}

function addressOfForm(read: FormReader, building: Building): Promise<PlacedAddress> {
  const { one } = read;
  return building.addresses.of({
    country: one('countryCode'),
    area: one('administrativeArea'),
    locality: one('locality'),
    zip: one('zip'),
    street: one('addressLine1'),
    street2: one('addressLine2'),
    isRemote: isRemoteForm(read, building),
  });
}

function chosenZone({ one }: FormReader): string | undefined {
  const chosen = one('timeZone');
  return chosen !== undefined && isTimeZone(chosen) ? chosen : undefined;
}

function zoneOfPlace({ address, near }: PlacedAddress): string | undefined {
  return zoneAt(address) ?? zoneAt(near);
}

function salaryOf(one: One) {
  const [min, max] = ['minSalary', 'maxSalary'].map((name) => numberOf(one(name) ?? '') || undefined);
  const [currency, unit] = [one('currencyCode'), one('salaryUnit')];
  if ((min === undefined && max === undefined) || !currency || !unit) return undefined;
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    currency,
    unit: unit as SalaryUnit,
  };
}

function applicationOf(type: JobType, { one, all }: FormReader) {
  // For a job that only links to another page, applications are made there.
  if (type === 'job_per_link')
    return { applicationWorkflow: 'link' as const, ...(one('linkUrl') ? { applicationLink: one('linkUrl')! } : {}) };
  const workflow = (one('applicationWorkflow') ?? 'form') as ApplicationWorkflow;
  const emails = [...new Set(all('applicationEmails').map(normalizeEmail))];
  const link = one('applicationLink');
  return {
    applicationWorkflow: workflow,
    applicationEmails: emails,
    ...(workflow === 'link' && link ? { applicationLink: link } : {}),
  };
}

/** Required parts of an application. */
function requirementsOf(all: (name: string) => string[], before: readonly StoredQuestion[]) {
  const isTicked = (name: string): boolean => all(name).includes(YES);
  return {
    application_require_cv: isTicked('applicationRequireCv'),
    application_require_cover_letter: isTicked('applicationRequireCoverLetter'),
    application_require_qualifying_questions: isTicked('applicationRequireQualifyingQuestions'),
    application_qualifying_questions: [
      ...[...new Set(all('applicationQualifyingQuestions'))].map(
        (text) =>
          before.find((known) => known.text === text && !known.type) ?? { id: questionId(text), text, required: true },
      ),
      ...screeningOf(all('screeningQuestions')),
    ],
  };
}

/** The id of a question depends on its text, type and choices, so that answers stay assigned to it; the needed answer may change. */
function screeningOf(values: readonly string[]): StoredQuestion[] {
  const questions = values.map((value): StoredQuestion => {
    const { text, type, choices, needs } = readScreening(readEntry(value) ?? {});
    const id = questionId(JSON.stringify([type, text, choices]));
    return { id, text, required: true, type, ...(choices.length > 0 && { choices }), ...(needs && { needs }) };
  });
  return [...new Map(questions.map((question) => [question.id, question])).values()];
}

/** Derived from the text, so that started answers stay valid whatever happens to the other questions. */
function questionId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, QUESTION_ID_LENGTH);
}

function detailsOf({ one, all }: FormReader, tids: (name: string) => number[]): JobDetails {
  const file = readFileValue(one('file'));
  const cvDuration = one('cvDuration');
  const [salaryRangeTid] = tids('salaryRange');
  return {
    ...(one('linkUrl') ? { linkUrl: one('linkUrl')! } : {}),
    ...(file ? { file } : {}),
    ...textDetails((name) => one(name) || undefined),
    ...(tids('fieldsOfStudy').length > 0 ? { fieldOfStudyTids: tids('fieldsOfStudy') } : {}),
    ...(tids('languages').length > 0 ? { languageTids: tids('languages') } : {}),
    ...(all('languagesFree').length > 0 ? { languagesFree: all('languagesFree') } : {}),
    ...(salaryRangeTid === undefined ? {} : { salaryRangeTid }),
    ...(cvDuration ? { cvDuration: Number(cvDuration) } : {}),
    ...(one('timeZone') ? { timeZone: one('timeZone')! } : {}),
  };
}

/** Violations in a job's form. @param fields fields to check */
export function checkJob(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  { terms, now, timeZone }: Checking & Pick<JobFacts, 'now' | 'timeZone'>,
): JobFormViolation[] {
  return checkJobForm(fields, values, { ...referenceFacts({ terms }), now, timeZone });
}

/** Countries whose postal code formats and prefixes are all known. */
const KNOWN_CODES: readonly string[] = ['CA', 'GB', 'DE'];
/** Postal codes of other countries: short, with at least one digit. */
const POSTAL_CODE = /^(?=.*\d)[A-Z\d][A-Z\d -]{1,9}$/i;

/** @returns probable mistakes in a job's form, which the author may ignore */
export async function warnOfJob(values: FieldValues, places: PlaceFinder): Promise<JobFormViolation[]> {
  const one = (name: string): string | undefined => valuesOf(values, name)[0];
  const [country, area, locality, zip] = ['countryCode', 'administrativeArea', 'locality', 'zip'].map(one);
  const warnings: JobFormViolation[] = [];
  if (locality !== undefined) {
    const typed = { locality, isRemote: false, ...(country ? { country } : {}), ...(area ? { area } : {}) };
    if (!(await places.find(typed)).place) warnings.push({ field: 'locality', rule: 'unknownPlace' });
  }
  if (zip !== undefined && !isPostalCode(zip, country)) warnings.push({ field: 'zip', rule: 'postalCode' });
  return warnings;
}

function isPostalCode(text: string, country: string | undefined): boolean {
  if (country === undefined || !KNOWN_CODES.includes(country)) return POSTAL_CODE.test(text);
  return readPostalCodes(text, [country]).some((place) => place.country === country);
}
