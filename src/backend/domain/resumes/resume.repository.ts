import { sql, type Kysely, type Selectable } from 'kysely';
import { isUuid } from '../../platform/database/id.js';
import type { ResumePrivateTable, ResumeTable } from '../../platform/database/tables/resume-tables.js';
import type { Database } from '../../platform/database/schema.js';

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
