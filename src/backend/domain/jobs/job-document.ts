import { sql, type Kysely } from 'kysely';
import type { JobDocument, SalaryRange } from '#contract/generated/resolvers.js';
import { jobPath, organizationPath } from '#contract/pages/paths.js';
import { addressOf } from '../../platform/database/address.js';
import { KEEP_PLAN } from '../../platform/database/pool.js';
import type { AddressColumns, Database, JobTable } from '../../platform/database/schema.js';
import { logoImage } from '../organizations/organization.repository.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';

/**
 * Whether a job lacks an employer or a way to apply: a condition on `job` and its `organization`. Only imports create such jobs, if the
 * operator allows them. They are ranked last in searches, and never featured on the home page or the dashboard.
 */
export const IS_INCOMPLETE = sql<boolean>`(
  organization.state = 'unnamed'
  or (job.application_workflow <> 'form' and job.application_link is null and job.application_email is null)
)`;

/** A job in a list, without the fields that depend on a search. */
export type JobDocumentBase = Omit<JobDocument, 'markedTitle' | 'snippet' | 'distance'> & { __typename: 'JobDocument' };

/** Columns of a job for lists, independent of the language. Serializable as JSON. */
export interface ListedJobRow extends AddressColumns, SalaryColumns {
  id: number;
  title: string;
  path: string;
  language: string;
  remote_tid: number | null;
  eligible_countries: string[];
  employment_type_tids: number[];
  /** ISO 8601. */
  published_at: string;
  expires_at: string | null;
  featured: boolean;
  /** See `IS_INCOMPLETE`. */
  incomplete: boolean;
  organization_id: number;
  organization_name: string;
  organization_path: string;
  /** Logo of the job, or else of its organization. */
  logo_file: string | null;
  logo_name: string | null;
}

interface Row extends Omit<ListedJobRow, 'path' | 'organization_path' | 'published_at' | 'expires_at'> {
  description: string;
  published_at: Date;
  expires_at: Date | null;
}

/** Number of characters of a description that suffice for a list. */
const BEGINNING = 1500;
/** PostgreSQL's largest integer. */
const WHOLE = 2_147_483_647;
/** File name for pictures of jobs: they are re-encoded, so their original names do not fit. */
export const JOB_LOGO_NAME = 'logo.webp';

/**
 * Loads jobs for a list, in one query.
 *
 * @param ids in the wanted order; jobs that are not published are left out
 * @param extent how much of the descriptions is loaded: for `beginning`, HTML that may be cut anywhere
 */
export async function loadListedJobs(
  database: Kysely<Database>,
  ids: readonly number[],
  extent: 'beginning' | 'whole' = 'beginning',
): Promise<{ row: ListedJobRow; description: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`${sql.raw(KEEP_PLAN)}
    select job.id, job.title, job.language, left(job.description, ${extent === 'whole' ? WHOLE : BEGINNING}::integer) as description,
      job.remote_tid, job.eligible_countries, job.employment_type_tids, job.published_at, job.expires_at, job.featured,
      ${IS_INCOMPLETE} as incomplete,
      job.salary_min, job.salary_max, job.salary_currency, job.salary_unit,
      job.country_code, job.administrative_area, job.locality, job.zip, job.address_line1, job.address_line2,
      job.lat, job.lon,
      organization.id as organization_id, organization.name as organization_name,
      coalesce(job.logo_file, organization.logo_file) as logo_file,
      case when job.logo_file is null then file.name else ${JOB_LOGO_NAME}::text end as logo_name
    from unnest(${ids.map(String)}::bigint[]) with ordinality as wanted(id, place)
    join job on job.id = wanted.id
    join organization on organization.id = job.organization_id
    left join file on file.id = coalesce(job.logo_file, organization.logo_file)
    where job.state = 'published'
    order by wanted.place
  `.execute(database);
  return rows.map(({ description, ...row }) => ({
    row: {
      ...row,
      path: jobPath(String(row.id), row.title),
      organization_path: organizationPath(String(row.organization_id), row.organization_name),
      published_at: row.published_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
    },
    description,
  }));
}

/** @param language language of the term labels */
export function toJobDocument(row: ListedJobRow, terms: TermCatalog, language: string): JobDocumentBase {
  return {
    __typename: 'JobDocument',
    id: String(row.id),
    title: row.title,
    url: { path: row.path },
    language: row.language,
    organization: {
      id: String(row.organization_id),
      name: row.organization_name,
      url: { path: row.organization_path },
    },
    logo: logoImage(row.organization_name, row.logo_file, row.logo_name),
    address: addressOf(row),
    remoteOptions: terms.term(row.remote_tid, language),
    eligibleCountries: row.eligible_countries,
    employmentType: terms.termsOf(row.employment_type_tids, language),
    salary: salaryOf(row),
    published: row.published_at,
    expiration: row.expires_at,
    featured: row.featured,
    incomplete: row.incomplete,
  };
}

export type SalaryColumns = Pick<JobTable, 'salary_min' | 'salary_max' | 'salary_currency' | 'salary_unit'>;

/** @returns null if the employer gave no figure */
export function salaryOf(row: SalaryColumns): SalaryRange | null {
  if (row.salary_currency === null || row.salary_unit === null) return null;
  if (row.salary_min === null && row.salary_max === null) return null;
  return {
    minSalary: row.salary_min,
    maxSalary: row.salary_max,
    currencyCode: row.salary_currency,
    salaryUnit: row.salary_unit,
  };
}
