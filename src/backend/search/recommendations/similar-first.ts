import { sql, type Kysely } from 'kysely';
import type { QuerySearchApiSearchArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredEducation, StoredWork } from '../../platform/database/tables/resume-tables.js';
import { badUserInput, refused } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { ComparedText, JobSimilarity } from '../../platform/search-index/search-index.port.js';
import { findJobFor } from '../../domain/jobs/job.repository.js';
import { refusalOfResumes } from '../../domain/resumes/resume-access.js';
import { onePerEmployer } from './related-jobs.js';
import { findResume } from '../../domain/resumes/resume.repository.js';

/** Maximum number of hits that are compared. */
export const MAX_COMPARED = 200;

/** Returns the requested page of a list. */
export function part(ids: readonly string[], { offset, limit }: { offset: number; limit: number }): string[] {
  return ids.slice(offset, offset + limit);
}

type SimilarTo = NonNullable<QuerySearchApiSearchArgs['similarTo']>;

interface Parts {
  database: Kysely<Database>;
  similarity: JobSimilarity | undefined;
}

/**
 * Sorts jobs by their similarity in meaning to a resume or a job, with at most one job per employer. Jobs without a known similarity come
 * last, in their original order.
 *
 * @param ids ids of the jobs found
 * @throws FORBIDDEN if the viewer may not see the resume
 */
export async function jobsBySimilarity(
  { database, similarity }: Parts,
  similarTo: SimilarTo,
  ids: readonly string[],
  context: RequestContext,
): Promise<string[]> {
  const numbers = ids.map(Number);
  const near = await nearnessOfJobs({ database, similarity }, similarTo, numbers, context);
  // With the feature disabled, the list stays unchanged.
  if (!similarity) return [...ids];
  const ordered = bySimilarity(numbers, (id) => near.get(id));
  return (await onePerEmployer(database, ordered)).map(String);
}

async function nearnessOfJobs(
  { database, similarity }: Parts,
  { resume, job }: SimilarTo,
  candidates: readonly number[],
  context: RequestContext,
): Promise<ReadonlyMap<number, number>> {
  if (typeof resume === 'string') {
    const row = await findResume(database, context.site.name, resume);
    const isOwn = row !== undefined && row.account_id === context.viewer?.accountId;
    const refusal = isOwn ? undefined : refusalOfResumes(context);
    if (refusal) throw refused('searchAPISearch', refusal);
    if (!row || !(isOwn || row.is_findable) || !similarity) return new Map();
    return similarity.toText(textOfResume(row), candidates);
  }
  const found =
    typeof job === 'string' ? await findJobFor(database, context.site.name, job, context.viewer) : undefined;
  return found && similarity ? similarity.toJob(found.id, candidates) : new Map();
}

/** Sorts resumes that the viewer has found by their similarity in meaning to a job. @throws BAD_USER_INPUT if no job is specified */
export async function resumesBySimilarity(
  { database, similarity }: Parts,
  { job, resume }: SimilarTo,
  ids: readonly string[],
  context: RequestContext,
): Promise<string[]> {
  if (typeof resume === 'string') throw badUserInput('"similarTo" of the index "resumes" must be a job');
  const found =
    typeof job === 'string' ? await findJobFor(database, context.site.name, job, context.viewer) : undefined;
  if (!found || !similarity) return [...ids];
  const { rows } = await sql<ResumeRow>`
    select r.id, r.language, r.title, r.about, r.desired_occupation_tids, r.skill_tids, r.skills_free, r.skills_notes, r.education,
      r.work_experience
    from resume r join directory_resume d on d.id = r.id where r.id = any(${ids.map(Number)}::bigint[])
  `.execute(database);
  const near = await similarity.ofTexts(found.id, rows.map(textOfResume));
  const byId = new Map(rows.map(({ id }, index) => [id, near[index]]));
  return bySimilarity(ids.map(Number), (id) => byId.get(id)).map(String);
}

function bySimilarity(ids: readonly number[], nearnessOf: (id: number) => number | undefined): number[] {
  return ids.toSorted((one, other) => (nearnessOf(other) ?? -1) - (nearnessOf(one) ?? -1));
}

interface ResumeRow {
  id: number;
  language: string;
  title: string | null;
  about: string | null;
  desired_occupation_tids: readonly number[];
  skill_tids: readonly number[];
  skills_free: readonly string[];
  skills_notes: string | null;
  education: readonly StoredEducation[];
  work_experience: readonly StoredWork[];
}

/** Returns the text of a resume that every user who may find it can read: no name, and nothing from resume_private. */
function textOfResume({
  language,
  title,
  about,
  desired_occupation_tids: occupations,
  skill_tids: skills,
  skills_free: ownSkills,
  skills_notes: notes,
  education,
  work_experience: work,
}: ResumeRow): ComparedText {
  return {
    language,
    title: title ?? '',
    subjects: [...ownSkills, ...work.map(({ jobTitle }) => jobTitle)],
    description: [about, notes, ...work.map(({ summary }) => summary)].filter(Boolean).join(' '),
    tids: [...occupations, ...skills, ...education.flatMap(({ fieldTid }) => fieldTid ?? [])],
  };
}
