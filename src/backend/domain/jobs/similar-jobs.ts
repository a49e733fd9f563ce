import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { JobSimilarity } from '../../platform/search-index/search-index.port.js';
import type { StoredJob } from './job.repository.js';

/** Weights of equal language, country and region, added to the similarity of meaning, which is at most 1. */
const WEIGHTS = { language: 0.25, country: 0.05, region: 0.05 };
/** Maximum number of candidates whose vectors are compared: looking up all vectors would take half as long as finding the candidates. */
const COMPARED = 100;
/** Minimum similarity: less similar jobs are a different kind of work. */
const MIN_SIMILARITY = 0.3;

interface Candidate {
  id: number;
  employer: number;
  has_language: boolean;
  has_country: boolean;
  has_region: boolean;
}

/**
 * Finds similar jobs, the most similar first, one of each employer: sorted by meaning, or, if no meaning is known, first those of the
 * same occupation or cause, then those of the same region and language, then the newest.
 *
 * @param similarity undefined if meaning is switched off; the list is then as before that feature, with several jobs of an employer
 * @param first maximum number
 */
export async function findSimilarJobs(
  database: Kysely<Database>,
  similarity: Pick<JobSimilarity, 'toJob'> | undefined,
  job: StoredJob,
  first: number,
): Promise<number[]> {
  const isClassified = job.occupation_tids.length > 0 || job.industry_tids.length > 0;
  // A job without occupation and cause can only be compared by meaning.
  if (!isClassified && !similarity) return [];
  const candidates = await findCandidates(database, job, isClassified);
  const ids = candidates.map(({ id }) => id);
  if (!similarity) return ids.slice(0, first);
  const similarities = await similarity.toJob(job.id, ids);
  if (similarities.size === 0) return isClassified ? onePerEmployer(candidates, first) : [];
  const score = (each: Candidate): number =>
    similarities.get(each.id)! +
    (each.has_language ? WEIGHTS.language : 0) +
    (each.has_country ? WEIGHTS.country : 0) +
    (each.has_region ? WEIGHTS.region : 0);
  const alike = candidates.filter(({ id }) => (similarities.get(id) ?? 0) >= MIN_SIMILARITY);
  // Equally similar jobs stay in the order of the candidates.
  return onePerEmployer(
    alike.sort((one, other) => score(other) - score(one)),
    first,
  );
}

/**
 * Among the newest few hundred jobs that share an occupation or cause, those with most in common; for a job that has neither, the newest
 * of its site.
 */
async function findCandidates(database: Kysely<Database>, job: StoredJob, isClassified: boolean): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with alike as (
      (select id from job where site = ${job.site} and state = 'published' and occupation_tids && ${job.occupation_tids}::int[]
       order by published_at desc limit 200)
      union
      (select id from job where site = ${job.site} and state = 'published' and industry_tids && ${job.industry_tids}::int[]
       order by published_at desc limit 200)
      union
      (select id from job where not ${isClassified}::boolean and site = ${job.site} and state = 'published'
       order by published_at desc limit 200)
    )
    select job.id, job.organization_id as employer,
      job.language = ${job.language} as has_language,
      job.country_code is not distinct from ${job.country_code}::text as has_country,
      job.administrative_area is not distinct from ${job.administrative_area}::text as has_region
    from alike join job using (id)
    where job.id <> ${job.id}
    order by
      (job.occupation_tids && ${job.occupation_tids}::int[])::int * 4
        + (job.industry_tids && ${job.industry_tids}::int[])::int * 2
        + (job.language = ${job.language})::int * 3
        + (job.country_code is not distinct from ${job.country_code}::text)::int
        + (job.administrative_area is not distinct from ${job.administrative_area}::text)::int desc,
      job.published_at desc, job.id desc
    limit ${COMPARED}::integer
  `.execute(database);
  return rows;
}

function onePerEmployer(candidates: readonly Candidate[], first: number): number[] {
  const employers = new Set<number>();
  const chosen: number[] = [];
  for (const { id, employer } of candidates) {
    if (chosen.length >= first) break;
    if (employers.has(employer)) continue;
    employers.add(employer);
    chosen.push(id);
  }
  return chosen;
}
