import { sql, type Kysely } from 'kysely';
import { annualPay, weeklyHoursIn } from '../../reference/pay/annual-pay.js';
import { IS_INCOMPLETE } from '../../domain/jobs/job-document.js';
import type { Database, SalaryUnit } from '../../platform/database/schema.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import { packFacets, packRank, roundCoordinate } from '../codes/codes.js';
import { closingDay, currencyCode } from '../adverts/advert-facets.js';
import { plainText } from '../analysis/plain-text.js';
import { NOT_NAMED } from '../facets/organization-facet.js';
import { combinationKey, type Combo } from '../codes/facet-combinations.js';
import { baseLanguage } from '../analysis/tokens.js';
import { COMBOS, POINTS, provideCodes, REGIONS, SCOPES, type CodeKey } from './code-tables.js';

/** A row of search_job. */
export interface SearchRow {
  jobId: number;
  facets: string;
  rank: string;
  point: number;
  region: number;
  scope: number;
  siteScope: number;
  combo: Combo;
  /** 0 if the employer is not named. */
  organizationId: number;
  /** Annual pay in the job's own currency; 0 if it is not stated or implausible. */
  pay: number;
  /** See `currencyCode`; 0 if there is no pay. */
  currency: number;
  /** See `closingDay`. */
  closing: number;
}

export function combinationOf(job: IndexedJob): Combo {
  const ascending = (tids: readonly (number | null)[]): number[] =>
    [...new Set(tids.filter((tid) => tid !== null))].sort((a, b) => a - b);
  return {
    values: [
      ascending([job.remote_tid]),
      ascending(job.employment_type_tids),
      ascending(job.industry_tids),
      ascending(job.occupation_tids),
      ascending([job.experience_tid]),
    ],
    eligibleCountries: [...new Set(job.eligible_countries.map((code) => code.toUpperCase()))].sort(),
  };
}

/** Converts jobs to rows, with codes for their values. */
export async function toSearchRows(trx: Kysely<Database>, jobs: readonly IndexedJob[]): Promise<SearchRow[]> {
  const combos = jobs.map(combinationOf);
  const scopeKeys = jobs.flatMap((job): CodeKey[] => [
    [job.site, baseLanguage(job.language)],
    [job.site, ''],
  ]);
  const scope = await provideCodes(trx, SCOPES, scopeKeys);
  const combo = await provideCodes(
    trx,
    COMBOS,
    combos.map((each) => [combinationKey(each)]),
  );
  const point = await provideCodes(trx, POINTS, jobs.map(pointKey));
  const region = await provideCodes(trx, REGIONS, jobs.map(regionKey));
  return jobs.map((job, index) => ({
    jobId: job.id,
    facets: packFacets(organizationOf(job), combo([combinationKey(combos[index]!)])),
    rank: packRank(job.published_at, job.id, job.incomplete),
    point: point(pointKey(job)),
    region: region(regionKey(job)),
    scope: scope([job.site, baseLanguage(job.language)]),
    siteScope: scope([job.site, '']),
    combo: combos[index]!,
    organizationId: organizationOf(job),
    ...payOf(job),
    closing: closingDay(job.expires_at),
  }));
}

function payOf(job: IndexedJob): Pick<SearchRow, 'pay' | 'currency'> {
  const { salary_min: min, salary_max: max, salary_currency: currency, salary_unit: unit } = job;
  // The weekly hours are only needed to convert hourly pay.
  const hours = unit === 'HOUR' ? weeklyHoursIn(`${job.title}\n${plainText(job.description)}`) : undefined;
  const pay = annualPay({ min, max, currency, unit }, hours) ?? 0;
  const code = pay > 0 && currency !== null ? currencyCode(currency) : 0;
  return code === 0 ? { pay: 0, currency: 0 } : { pay, currency: code };
}

function organizationOf(job: IndexedJob): number {
  return job.has_named_employer ? job.organization_id : NOT_NAMED;
}

function pointKey({ lat, lon }: IndexedJob): CodeKey | undefined {
  return lat === null || lon === null ? undefined : [roundCoordinate(lat), roundCoordinate(lon)];
}

function regionKey(job: IndexedJob): CodeKey | undefined {
  return job.country_code === null
    ? undefined
    : [job.country_code.toUpperCase(), foldPlaceName(job.administrative_area ?? '')];
}

/** A row that was removed from the index. */
export interface RemovedRow {
  jobId: number;
  facets: string;
  scope: number;
}

export async function deleteSearchRows(trx: Kysely<Database>, ids: readonly string[]): Promise<RemovedRow[]> {
  const { rows } = await sql<RemovedRow>`
    delete from search_job where (rank & 4294967295) = any(${ids}::bigint[])
    returning (rank & 4294967295) as "jobId", facets::text, scope
  `.execute(trx);
  return rows;
}

const SHORT = 2000;

export async function insertSearchRows(
  trx: Kysely<Database>,
  rows: readonly SearchRow[],
  vectors: readonly { title: string; words: string }[],
): Promise<void> {
  const column = <T>(pick: (row: SearchRow) => T): T[] => rows.map(pick);
  // Inserted newest first, so that a new index is stored in the order in which it is read.
  await sql`
    insert into search_job (facets, rank, point, region, scope, pay, currency, closing, title, words, filler)
    select facets, rank, point, region, scope, pay, currency, closing, title, words,
      case when pg_column_size(words) < ${SHORT}::integer then repeat(' ', 2100) end
    from (
      select facets, rank, point, region, scope, pay, currency, closing, title::tsvector as title, words::tsvector as words from unnest(
        ${column((row) => row.facets)}::bigint[], ${column((row) => row.rank)}::bigint[],
        ${column((row) => row.point)}::integer[], ${column((row) => row.region)}::integer[],
        ${column((row) => row.scope)}::smallint[],
        ${column((row) => row.pay)}::integer[], ${column((row) => row.currency)}::smallint[],
        ${column((row) => row.closing)}::smallint[],
        ${vectors.map(({ title }) => title)}::text[], ${vectors.map(({ words }) => words)}::text[]
      ) as u(facets, rank, point, region, scope, pay, currency, closing, title, words)
      offset 0
    ) as parsed
    order by rank desc
  `.execute(trx);
}

/** The columns of a job that are indexed. */
export interface IndexedJob {
  id: number;
  site: string;
  organization_id: number;
  organization_name: string;
  title: string;
  language: string;
  description: string;
  employment_type_tids: number[];
  industry_tids: number[];
  occupation_tids: number[];
  experience_tid: number | null;
  remote_tid: number | null;
  skills: string[];
  skill_tids: number[];
  locality: string | null;
  administrative_area: string | null;
  country_code: string | null;
  zip: string | null;
  lat: number | null;
  lon: number | null;
  eligible_countries: string[];
  published_at: Date;
  expires_at: Date | null;
  salary_min: number | null;
  salary_max: number | null;
  salary_currency: string | null;
  salary_unit: SalaryUnit | null;
  /** See `IS_INCOMPLETE`. */
  incomplete: boolean;
  has_named_employer: boolean;
}

/**
 * Loads, in the order of their ids, those of the given jobs that should be in the index.
 *
 * @param lock locks them against concurrent changes
 */
export async function loadIndexedJobs(
  trx: Kysely<Database>,
  ids: readonly string[],
  now: Date,
  lock: boolean,
): Promise<IndexedJob[]> {
  const { rows } = await sql<IndexedJob>`
    select job.id, job.site, job.organization_id, organization.name as organization_name, job.title, job.language,
      job.description, job.employment_type_tids, job.industry_tids, job.occupation_tids, job.experience_tid, job.remote_tid,
      job.skills, job.skill_tids, job.locality, job.administrative_area, job.country_code, job.zip, job.lat, job.lon,
      job.eligible_countries, job.published_at, job.expires_at,
      job.salary_min, job.salary_max, job.salary_currency, job.salary_unit, ${IS_INCOMPLETE} as incomplete,
      organization.state <> 'unnamed' as has_named_employer
    from job join organization on organization.id = job.organization_id
    where job.id = any(${ids}::bigint[]) and job.state = 'published' and (job.expires_at is null or job.expires_at > ${now})
    order by job.id
    ${lock ? sql`for no key update of job` : sql``}
  `.execute(trx);
  return rows;
}

/** Returns the labels of the terms that are searched as words, by term and language. */
export async function loadTermLabels(trx: Kysely<Database>): Promise<Map<number, Record<string, string>>> {
  const { rows } = await sql<{ tid: number; label: Record<string, string> }>`
    select tid, label from term where vid in ('occupation', 'industry', 'employment_type', 'skill')
  `.execute(trx);
  return new Map(rows.map(({ tid, label }) => [tid, label]));
}
