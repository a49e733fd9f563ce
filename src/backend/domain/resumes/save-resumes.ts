import { sql, type Kysely } from 'kysely';
import { jsonRows } from '../../platform/database/statement.js';
import type {
  StoredEducation,
  StoredLanguage,
  StoredPeriod,
  StoredSalary,
  StoredWork,
} from '../../platform/database/tables/resume-tables.js';
import { addressRow, type SavedAddress } from '../../platform/database/address.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';

/** A resume as its owner provides it. */
export interface ResumeToSave {
  accountId: string;
  language: string;
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
  const updates = sql.join(columns.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
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
