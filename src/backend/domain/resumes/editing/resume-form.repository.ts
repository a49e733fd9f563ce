import { sql, type Kysely } from 'kysely';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import type { Database } from '../../../platform/database/schema.js';
import { type ArrivingFile, deletePendingFile } from '../../forms/received-files.js';
import { readFileValue, fileValue, type FormFile } from '../../forms/field-values.js';
import { findOwnResume, findPrivateFields, type StoredPrivateFields, type StoredResume } from '../resume.repository.js';
import { addressOf, type SavedAddress } from '../../../platform/database/address.js';
import type { StoredPeriod, StoredSalary } from '../../../platform/database/tables/resume-tables.js';

/** Owner and site of a resume, with the time. */
export interface ResumePlace {
  accountId: string;
  site: string;
  now: Date;
}

/** A person's resume, with the values of its form. */
export interface EditedForm {
  /** undefined if there is none yet */
  row: StoredResume | undefined;
  hidden: StoredPrivateFields | undefined;
  version: number;
  /** Values of the resume, overridden by those of the draft. */
  fields: FieldValues;
  /** Values of the resume only. */
  stored: FieldValues;
  /** Values of the draft only. */
  typed: FieldValues;
}

/** Must be called for the owner only. */
export async function findForm(database: Kysely<Database>, { accountId, site }: ResumePlace): Promise<EditedForm> {
  const row = await findOwnResume(database, site, accountId);
  const [hidden, picture, form] = await Promise.all([
    row && findPrivateFields(database, row.id),
    row &&
      database.selectFrom('resume_picture').select(['id', 'name']).where('resume_id', '=', row.id).executeTakeFirst(),
    database
      .selectFrom('resume_form')
      .select(['version', 'fields'])
      .where('account_id', '=', accountId)
      .where('site', '=', site)
      .executeTakeFirst(),
  ]);
  const stored = row ? fieldsOfResume(row, hidden, picture) : await fieldsOfAccount(database, accountId);
  const typed = form?.fields ?? {};
  return { row, hidden, version: form?.version ?? 0, stored, typed, fields: { ...stored, ...typed } };
}

/** Initial values of a first resume, from the account's data. */
async function fieldsOfAccount(database: Kysely<Database>, accountId: string): Promise<FieldValues> {
  const account = await database
    .selectFrom('account')
    .select(['first_name', 'last_name'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  const texts = (text: string | null | undefined): string[] => (text ? [text] : []);
  return { firstName: texts(account?.first_name), lastName: texts(account?.last_name) };
}

/**
 * Stores draft values: fields that are not sent stay unchanged.
 *
 * @param version version on which the changes are based
 * @returns the new version; undefined if nothing was stored, because of a concurrent save
 */
export async function storeTyped(
  database: Kysely<Database>,
  { version, fields }: { version: number; fields: FieldValues },
  { accountId, site, now }: ResumePlace,
): Promise<number | undefined> {
  const typed = JSON.stringify(fields);
  const { rows } = await sql<{ version: number }>`
    with changed as (
      update resume_form set fields = fields || ${typed}::jsonb, version = version + 1, changed_at = ${now}
      where account_id = ${accountId}::uuid and site = ${site} and version = ${version} returning version
    ), begun as (
      insert into resume_form (account_id, site, version, fields, changed_at)
      select ${accountId}::uuid, ${site}, 1, ${typed}::jsonb, ${now}
      where ${version}::integer = 0 and not exists (select from changed)
      on conflict do nothing returning version
    )
    select version from changed union all select version from begun
  `.execute(database);
  return rows[0]?.version;
}

/** Deletes draft values that are now stored in the resume. */
export async function deleteTyped(
  trx: Kysely<Database>,
  names: readonly string[],
  { accountId, site }: ResumePlace,
): Promise<void> {
  await sql`
    update resume_form set fields = fields - ${[...names]}::text[] where account_id = ${accountId}::uuid and site = ${site}
  `.execute(trx);
}

/** @returns false if there is no draft, or another window has saved since */
export async function discardTyped(
  database: Kysely<Database>,
  version: number,
  { accountId, site, now }: ResumePlace,
): Promise<boolean> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update resume_form set fields = '{}', version = version + 1, changed_at = ${now}
      where account_id = ${accountId}::uuid and site = ${site} and version = ${version} and fields <> '{}' returning version
    `.execute(trx);
    if (rows.length > 0) await storeOnePicture(trx, undefined, { accountId, site });
    return rows.length > 0;
  });
}

/** @returns the time of the last save */
export async function findLastSaved(
  database: Kysely<Database>,
  { accountId, site }: ResumePlace,
): Promise<Date | undefined> {
  const row = await database
    .selectFrom('resume_form')
    .select('changed_at')
    .where('account_id', '=', accountId)
    .where('site', '=', site)
    .executeTakeFirst();
  return row?.changed_at;
}

/** Stores an uploaded picture for the owner's form only. */
export async function storeFormPicture(
  trx: Kysely<Database>,
  { id, name, uploadId, picture }: ArrivingFile,
  { accountId, site }: ResumePlace,
): Promise<void> {
  // A concurrent request with the same picture may have stored it already.
  await sql`
    insert into resume_form_picture (id, account_id, site, name, content_type, bytes)
    values (${id}::uuid, ${accountId}::uuid, ${site}, ${name}, 'image/webp', ${picture}) on conflict do nothing
  `.execute(trx);
  await deletePendingFile(trx, uploadId);
}

/** Deletes the other pictures of the form. @param value value of the field with the picture to keep; omit to delete all */
export async function storeOnePicture(
  trx: Kysely<Database>,
  value: string | undefined,
  { accountId, site }: Pick<ResumePlace, 'accountId' | 'site'>,
): Promise<void> {
  await sql`
    delete from resume_form_picture where account_id = ${accountId}::uuid and site = ${site}
      and id is distinct from ${readFileValue(value)?.id ?? null}::uuid
  `.execute(trx);
}

/** Moves the picture of the form to the resume. @param value value of the field; omit to remove the resume's picture */
export async function movePicture(
  trx: Kysely<Database>,
  { resumeId, value }: { resumeId: number; value: string | undefined },
  place: ResumePlace,
): Promise<void> {
  const id = readFileValue(value)?.id;
  await sql`
    delete from resume_picture where resume_id = ${resumeId} and id is distinct from ${id ?? null}::uuid
  `.execute(trx);
  if (id)
    await sql`
      insert into resume_picture (resume_id, id, name, content_type, bytes)
      select ${resumeId}, id, name, content_type, bytes from resume_form_picture
      where id = ${id}::uuid and account_id = ${place.accountId}::uuid and site = ${place.site}
      on conflict do nothing
    `.execute(trx);
  await storeOnePicture(trx, undefined, place);
}

/** @returns the picture of a form, whether it is already part of the resume or not */
export async function findFormPicture(
  database: Kysely<Database>,
  value: string | undefined,
  { accountId, site }: ResumePlace,
): Promise<{ content_type: string; bytes: Buffer } | undefined> {
  const id = readFileValue(value)?.id;
  if (!id) return undefined;
  const { rows } = await sql<{ content_type: string; bytes: Buffer }>`
    select content_type, bytes from resume_form_picture
      where id = ${id}::uuid and account_id = ${accountId}::uuid and site = ${site}
    union all
    select p.content_type, p.bytes from resume_picture p join resume r on r.id = p.resume_id
      where p.id = ${id}::uuid and r.account_id = ${accountId}::uuid and r.site = ${site}
    limit 1
  `.execute(database);
  return rows[0];
}

/** Values of a resume's form without a draft, read from the stored resume. */
function fieldsOfResume(
  row: StoredResume,
  hidden: StoredPrivateFields | undefined,
  picture: FormFile | undefined,
): FieldValues {
  return {
    salutation: texts(row.salutation),
    firstName: texts(hidden?.first_name),
    lastName: texts(hidden?.last_name),
    picture: texts(picture && fileValue(picture)),
    phone: texts(hidden?.phone),
    birthday: texts(hidden?.birthday),
    homeLocation: one(addressFields(hidden?.home_location)),
    about: texts(row.about),
    title: texts(row.title),
    desiredOccupation: numbers(row.desired_occupation_tids),
    employmentType: numbers(row.employment_type_tids),
    desiredLocation: one(townFields(addressOf(row))),
    desiredSalary: one(salaryFields(row.desired_salary)),
    careerStatus: numbers([row.career_status_tid]),
    availableStart: texts(row.available_start),
    availabilityPeriods: row.availability_periods.flatMap((period) => one(periodFields(period))),
    education: row.education.flatMap(({ institution, degreeTid, fieldTid, studyProgram, location, period, summary }) =>
      one({
        institution,
        degreeLevel: number(degreeTid),
        fieldOfStudy: number(fieldTid),
        studyProgram,
        ...periodFields(period),
        ...townFields(location),
        summary,
      }),
    ),
    workExperience: row.work_experience.flatMap(
      ({ jobTitle, company, occupationTid, employmentTypeTid, location, period, summary }) =>
        one({
          jobTitle,
          companyName: company,
          occupation: number(occupationTid),
          employmentType: number(employmentTypeTid),
          ...periodFields(period),
          ...townFields(location),
          summary,
        }),
    ),
    languages: row.languages.flatMap(({ tid, levelTid }) => one({ language: number(tid), level: number(levelTid) })),
    languagesFree: row.languages_free,
    languageNotes: texts(row.languages_notes),
    skills: numbers(row.skill_tids),
    skillsFree: row.skills_free,
    skillsNotes: texts(row.skills_notes),
  };
}

type Fields = Readonly<Record<string, string | null | undefined>>;

type Town = Partial<Record<'countryCode' | 'administrativeArea' | 'locality', string | null>>;

function townFields(address: Town | null | undefined): Fields {
  return {
    countryCode: address?.countryCode,
    administrativeArea: address?.administrativeArea,
    locality: address?.locality,
  };
}

function addressFields(address: SavedAddress | null | undefined): Fields {
  return {
    ...townFields(address),
    zip: address?.zip,
    addressLine1: address?.addressLine1,
    addressLine2: address?.addressLine2,
  };
}

/** Periods in the form consist of months. */
function periodFields(period: StoredPeriod | undefined): Fields {
  const month = (text: string | undefined) => text?.slice(0, 'yyyy-mm'.length);
  return { from: month(period?.from), until: month(period?.until) };
}

function salaryFields(salary: StoredSalary | null): Fields {
  return {
    minSalary: number(salary?.min),
    maxSalary: number(salary?.max),
    currencyCode: salary?.currency,
    salaryUnit: salary?.unit,
  };
}

function texts(value: string | null | undefined): string[] {
  return value == null || value === '' ? [] : [value];
}

function number(value: number | null | undefined): string | undefined {
  return value == null ? undefined : String(value);
}

function numbers(values: readonly (number | null)[]): string[] {
  return values.flatMap((value) => number(value) ?? []);
}

/** Encodes an entry without empty fields; no entry if all are empty. */
function one(fields: Fields): string[] {
  const filled = Object.entries(fields).filter(([, value]) => value != null && value !== '');
  return filled.length === 0 ? [] : [JSON.stringify(Object.fromEntries(filled))];
}
