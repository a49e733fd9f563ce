import { sql, type Kysely } from 'kysely';
import { peopleDomain } from '../accounts/demo-resumes.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { jsonRows } from '../../src/backend/platform/database/statement.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import { slugOf } from '../organizations/organization-facts.js';
import type { DemoResume } from '../resumes/resume-data.js';
import { type DemoEmployer, inventResumes } from '../resumes/resumes.js';
import type { SearchIndexer } from '../../src/backend/platform/search-index/search-index.port.js';
import { type ResumeToSave, saveResumes } from '../../src/backend/domain/resumes/resume.repository.js';
import type { TermCatalog } from '../../src/backend/reference/taxonomy/term-catalog.js';
import { tidOf } from './tid-of.js';

const BATCH = 600;

/** Fills a site with people who look for work. They have accounts with which nobody can log in. @returns how many were added */
export async function seedDemoResumes(options: {
  trx: Kysely<Database>;
  site: BackendSite;
  terms: TermCatalog;
  indexer: SearchIndexer;
  now: Date;
  /** Replaces the default number. */
  count?: number;
}): Promise<number> {
  const { trx, site, terms, indexer, now, count } = options;
  const employers = await findEmployers(trx, site.name);
  if (employers.length === 0) return 0;
  const resumes = inventResumes({ profile: site.demo, now, employers, count });
  const owners = await saveOwners(trx, site.name, resumes, now);
  for (let from = 0; from < resumes.length; from += BATCH) {
    const batch = resumes.slice(from, from + BATCH);
    await saveResumes(
      trx,
      site.name,
      batch.map((resume) => toResume(resume, owners.get(resume.key)!, terms)),
      indexer,
    );
  }
  return resumes.length;
}

async function findEmployers(trx: Kysely<Database>, site: string): Promise<DemoEmployer[]> {
  return trx
    .selectFrom('organization')
    .select(['name', 'language', 'country_code as country'])
    .where('site', '=', site)
    .where('source', '=', 'demo')
    .orderBy('id')
    .execute();
}

/** @returns the id of each account, by the key of the resume */
async function saveOwners(
  trx: Kysely<Database>,
  site: string,
  resumes: readonly DemoResume[],
  now: Date,
): Promise<Map<string, string>> {
  const rows = resumes.map(({ key, language, firstName, lastName }) => ({
    key,
    email: `${slugOf(firstName)}.${slugOf(lastName)}.${key.replace(/\D/g, '')}@${peopleDomain(site)}`,
    name: `${firstName} ${lastName}`,
    first_name: firstName,
    last_name: lastName,
    language,
  }));
  const { rows: written } = await sql<{ id: string; key: string }>`
    with people as (
      select * from jsonb_to_recordset(${jsonRows(rows)}::jsonb)
        as p(key text, email text, name text, first_name text, last_name text, language text)
    ), made as (
      insert into account (email, name, first_name, last_name, language, roles, email_verified)
      select email, name, first_name, last_name, language, array['applicant'], ${now}::timestamptz from people
      returning id, email
    )
    select made.id, people.key from made join people on people.email = made.email
  `.execute(trx);
  return new Map(written.map(({ id, key }) => [key, id]));
}

function toResume(resume: DemoResume, accountId: string, terms: TermCatalog): ResumeToSave {
  const tids = (slugs: readonly string[]): number[] => slugs.map((slug) => tidOf(slug, terms));
  const { work, education, languages, skills, careerStatus, desiredOccupations, employmentTypes } = resume;
  return {
    ...resume,
    accountId,
    desiredOccupationTids: tids(desiredOccupations),
    employmentTypeTids: tids(employmentTypes),
    careerStatusTid: careerStatus === undefined ? undefined : tidOf(careerStatus, terms),
    skillTids: tids(skills),
    languages: languages.map(({ slug, level }) => ({
      tid: tidOf(slug, terms),
      levelTid: level === undefined ? undefined : tidOf(level, terms),
    })),
    education: education.map(({ degree, field, ...rest }, index) => ({
      id: String(index + 1),
      degreeTid: tidOf(degree, terms),
      fieldTid: field === undefined ? undefined : tidOf(field, terms),
      ...rest,
    })),
    workExperience: work.map(({ occupation, employmentType, ...rest }, index) => ({
      id: String(index + 1),
      occupationTid: tidOf(occupation, terms),
      employmentTypeTid: tidOf(employmentType, terms),
      ...rest,
    })),
  };
}
