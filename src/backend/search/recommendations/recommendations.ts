import { sql, type Kysely } from 'kysely';
import type { QuerySearchApiSearchArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredEducation, StoredWork } from '../../platform/database/tables/resume-tables.js';
import { badUserInput, refused } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { ComparedText, JobSimilarity } from '../../platform/search-index/search-index.port.js';
import { findJobFor } from '../../domain/jobs/job.repository.js';
import { refusalOfResumes } from '../../domain/resumes/resume-access.js';
import { findResume } from '../../domain/resumes/resume.repository.js';
import { ResultCache, PackedCache } from '../../platform/database/caches.js';
import type { Keywords, SearchQuery } from '../port/search.port.js';
import type { KeywordClause } from '../port/keyword-grammar.js';
import type { CorrectingSearch } from '../query/correcting-search.js';

/** Maximum number of hits that are compared. */
export const MAX_COMPARED = 200;
/** A search with at most this number of hits is extended; the same threshold as for correcting a possible misspelling. */
const FEW = 3;
const MAX_RELATED_WORDS = 8;
const MAX_RELATED_COMPARED = 100;
const MAX_RELATED = 10;
/** Minimum similarity of related jobs. */
const MIN_SIMILARITY = 0.3;
// Each search takes about 100 bytes.
const RELATED_CACHE_BYTES = 1_000_000;

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

/** A search with its result. */
interface Search {
  query: SearchQuery;
  /** Result of the search itself. */
  found: { total: number; ids: readonly string[] };
  /** Language of the page. */
  language: string;
}

/**
 * For searches with few hits, finds jobs with a similar meaning that meet all other conditions, most similar first, one per employer.
 * Candidates have words of similar meaning in their titles and are ranked by their vectors. Results are cached until jobs change.
 */
export class RelatedJobs {
  private readonly answers: ResultCache<string[]>;

  /** @param isCurrent whether `invalidate` is called when something changes; without it nothing is cached */
  constructor(
    private readonly parts: { database: Kysely<Database>; similarity: JobSimilarity; jobs: CorrectingSearch },
    isCurrent: (() => boolean) | undefined,
  ) {
    this.answers = new ResultCache(new PackedCache<string, string[]>(RELATED_CACHE_BYTES), isCurrent);
  }

  /** @returns an empty list if the search has enough hits, or must match its words exactly */
  async find(search: Search, first: number): Promise<string[]> {
    if (!isExtended(search)) return [];
    const model = await this.parts.similarity.model();
    if (model === undefined) return [];
    const { query, found, language } = search;
    const question = [model, { ...query, facets: [] }, found.ids, language];
    return (await this.answers.get(question, () => this.search(search), AS_IT_IS)).slice(0, first);
  }

  /** Must be called when jobs change. */
  invalidate(): void {
    this.answers.invalidate();
  }

  private async search({ query, found, language }: Search): Promise<string[]> {
    const { database, similarity, jobs } = this.parts;
    const keywords = query.keywords!;
    const search = { typed: textOf(keywords), language, found: found.ids.map(Number) };
    const related = await similarity.relatedWords(search, MAX_RELATED_WORDS);
    if (related.length === 0) return [];
    const { ids } = await jobs.searchExactly({
      ...query,
      keywords: anyOf(related, keywords),
      sort: 'newest',
      limit: MAX_RELATED_COMPARED,
      facets: [],
    });
    const candidates = ids.filter((id) => !found.ids.includes(id)).map(Number);
    const near = await similarity.toSearch(search, candidates);
    const nearest = candidates
      .filter((id) => (near.get(id) ?? 0) >= MIN_SIMILARITY)
      .sort((one, other) => near.get(other)! - near.get(one)!);
    return (await onePerEmployer(database, nearest)).slice(0, MAX_RELATED).map(String);
  }
}

const AS_IT_IS = { pack: (ids: string[]) => ids, unpack: (ids: string[]) => ids };

function isExtended({ query: { keywords, offset }, found }: Search): boolean {
  if (!keywords || keywords.literal || found.total > FEW || offset > 0) return false;
  if (!keywords.fields.includes('everything') || textOf(keywords) === '') return false;
  // Quotes or an asterisk request an exact match.
  return keywords.boxes.flat().every(({ kind, excluded }) => kind === 'word' || excluded);
}

/** Returns the words without operators and excluded words. */
function textOf({ boxes }: Keywords): string {
  return boxes
    .flat()
    .filter(({ excluded }) => !excluded)
    .map(({ text }) => text)
    .join(' ');
}

/** Returns keywords for titles with one of the words, and without the excluded ones. */
function anyOf(words: readonly string[], { boxes }: Keywords): Keywords {
  const excluded = boxes.flat().filter((clause) => clause.excluded);
  const clause = (text: string): KeywordClause => ({ kind: 'word', text, excluded: false });
  return { boxes: words.map((word) => [clause(word), ...excluded]), any: true, fields: ['title'], literal: true };
}

/** Keeps only the first job of each employer. */
async function onePerEmployer(database: Kysely<Database>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; employer: number }>`
    select id, organization_id as employer from job where id = any(${ids}::bigint[])
  `.execute(database);
  const employers = new Map(rows.map(({ id, employer }) => [id, employer]));
  const seen = new Set<number>();
  return ids.filter((id) => {
    const employer = employers.get(id);
    if (employer === undefined || seen.has(employer)) return false;
    seen.add(employer);
    return true;
  });
}
