import { sql, type Kysely, type Selectable } from 'kysely';
import { isUuid, jsonRows } from '../../platform/database/statement.js';
import type {
  ResumePrivateTable,
  ResumeTable,
  StoredEducation,
  StoredLanguage,
  StoredPeriod,
  StoredSalary,
  StoredWork,
} from '../../platform/database/tables/resume-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { addressRow, type SavedAddress } from '../../platform/database/address.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';

export type StoredResume = Omit<Selectable<ResumeTable>, 'created_at'> & { has_picture: boolean };
export type StoredPrivateFields = Omit<Selectable<ResumePrivateTable>, 'resume_id'>;

const COLUMNS = sql.raw(`r.id, r.key, r.site, r.account_id, r.language, r.visible, r.salutation, r.about, r.title,
  r.desired_occupation_tids, r.employment_type_tids, r.country_code, r.administrative_area, r.locality, r.zip, r.address_line1,
  r.address_line2, r.lat, r.lon, r.desired_salary, r.career_status_tid, r.available_start::text, r.availability_periods,
  r.education, r.work_experience, r.languages, r.languages_free, r.languages_notes, r.skill_tids, r.skills_free, r.skills_notes,
  r.updated_at, exists (select from resume_picture p where p.resume_id = r.id) as has_picture`);

/** @param id as in the resume's address */
export async function findResume(
  database: Kysely<Database>,
  site: string,
  id: string,
): Promise<(StoredResume & { is_findable: boolean }) | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<StoredResume & { is_findable: boolean }>`
    select ${COLUMNS}, exists (select from directory_resume d where d.id = r.id) as is_findable
    from resume r where r.key = ${id}::uuid and r.site = ${site}
  `.execute(database);
  return rows[0];
}

export async function findOwnResume(
  database: Kysely<Database>,
  site: string,
  accountId: string,
): Promise<StoredResume | undefined> {
  const { rows } = await sql<StoredResume>`
    select ${COLUMNS} from resume r where r.account_id = ${accountId}::uuid and r.site = ${site}
  `.execute(database);
  return rows[0];
}

/** Must be called only for viewers who may see the private fields. */
export async function findPrivateFields(
  database: Kysely<Database>,
  resumeId: number,
): Promise<StoredPrivateFields | undefined> {
  const { rows } = await sql<StoredPrivateFields>`
    select first_name, last_name, phone, birthday::text, home_location from resume_private where resume_id = ${resumeId}
  `.execute(database);
  return rows[0];
}

export async function findPicture(
  database: Kysely<Database>,
  resumeId: number,
): Promise<{ content_type: string; bytes: Buffer } | undefined> {
  return database
    .selectFrom('resume_picture')
    .select(['content_type', 'bytes'])
    .where('resume_id', '=', resumeId)
    .executeTakeFirst();
}

/** A resume as its owner provides it. */
export interface ResumeToSave {
  accountId: string;
  language: string;
  /** Of a new resume; that of an existing one stays. */
  visible: boolean;
  salutation?: string;
  about?: string;
  title?: string;
  desiredOccupationTids: number[];
  employmentTypeTids: number[];
  desiredLocation?: SavedAddress;
  desiredSalary?: StoredSalary;
  careerStatusTid?: number;
  /** ISO 8601. */
  availableStart?: string;
  availabilityPeriods: StoredPeriod[];
  education: StoredEducation[];
  workExperience: StoredWork[];
  languages: StoredLanguage[];
  languagesFree: string[];
  languagesNotes?: string;
  skillTids: number[];
  skillsFree: string[];
  skillsNotes?: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  /** ISO 8601. */
  birthday?: string;
  homeLocation?: SavedAddress;
  changed: Date;
}

/**
 * Creates or replaces resumes of a site, one per person.
 *
 * @param resumes must not contain a person twice
 * @returns the number of each resume, by its owner
 */
export async function saveResumes(
  trx: Kysely<Database>,
  site: string,
  resumes: readonly ResumeToSave[],
  indexer: Pick<SearchIndexer, 'indexResumes'>,
): Promise<Map<string, number>> {
  const rows = resumes.map(toRow);
  const first = rows[0];
  if (!first) return new Map();
  const columns = Object.keys(first);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  // The owner may hide a resume while it is saved.
  const changing = columns.filter((name) => name !== 'visible');
  const updates = sql.join(changing.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
  const { rows: written } = await sql<{ id: number; account_id: string }>`
    insert into resume (site, ${names})
    select ${site}, ${names} from jsonb_populate_recordset(null::resume, ${jsonRows(rows)}::jsonb)
    on conflict (account_id, site) do update set ${updates}
    returning id, account_id
  `.execute(trx);
  const ids = new Map(written.map(({ id, account_id }) => [account_id, id]));
  const hidden = resumes.map((resume) => ({ resume_id: ids.get(resume.accountId), ...toPrivateRow(resume) }));
  await sql`
    insert into resume_private select * from jsonb_populate_recordset(null::resume_private, ${jsonRows(hidden)}::jsonb)
    on conflict (resume_id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
      phone = excluded.phone, birthday = excluded.birthday, home_location = excluded.home_location
  `.execute(trx);
  await indexer.indexResumes(trx, [...ids.values()]);
  return ids;
}

function toRow(resume: ResumeToSave) {
  return {
    account_id: resume.accountId,
    language: resume.language,
    visible: resume.visible,
    salutation: resume.salutation ?? null,
    about: resume.about ?? null,
    title: resume.title ?? null,
    desired_occupation_tids: resume.desiredOccupationTids,
    employment_type_tids: resume.employmentTypeTids,
    ...addressRow(resume.desiredLocation),
    desired_salary: resume.desiredSalary ?? null,
    career_status_tid: resume.careerStatusTid ?? null,
    available_start: resume.availableStart ?? null,
    availability_periods: resume.availabilityPeriods,
    education: resume.education,
    work_experience: resume.workExperience,
    languages: resume.languages,
    languages_free: resume.languagesFree,
    languages_notes: resume.languagesNotes ?? null,
    skill_tids: resume.skillTids,
    skills_free: resume.skillsFree,
    skills_notes: resume.skillsNotes ?? null,
    updated_at: resume.changed,
  };
}

function toPrivateRow({ firstName, lastName, phone, birthday, homeLocation }: ResumeToSave) {
  return {
    first_name: firstName ?? null,
    last_name: lastName ?? null,
    phone: phone ?? null,
    birthday: birthday ?? null,
    home_location: homeLocation ?? null,
  };
}
