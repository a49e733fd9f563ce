import { type Kysely, sql } from 'kysely';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { jobPath } from '#contract/pages/paths.js';
import { hrefIn, localeAddresses } from '#contract/pages/route-names.js';
import { cdata } from '#shared/text/markup.js';
import type { SalaryColumns } from '../../domain/jobs/job-document.js';
import type { Database, AddressColumns } from '../../platform/database/schema.js';
import { documentResponse, bytesOf, type DocumentFrontend } from '../documents/document-responses.js';
import { jobs, localeSpeaking, languagesOf } from '../sitemaps/sitemap-sources.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';

export const JOB_FEED_PATH = '/feeds/jobs.xml';

export interface JobFeedContext {
  database: Kysely<Database>;
  terms: TermCatalog;
  frontend: DocumentFrontend;
  etag: string;
  now: Date;
}

/** All open jobs of a site in a format for aggregators. The response is streamed, a hundred jobs at a time. */
export function serveJobFeed(context: JobFeedContext): BackendFetchResponse {
  const contentType = 'application/xml; charset=utf-8';
  return documentResponse(bytesOf(writeJobFeed(context)), { contentType, etag: context.etag });
}

async function* writeJobFeed(context: JobFeedContext): AsyncGenerator<string, void, undefined> {
  const { database, terms, now } = context;
  const { site, pages } = context.frontend;
  yield (
    '<?xml version="1.0" encoding="UTF-8"?>\n<source>\n' +
    `<publisher>${cdata(pages.title)}</publisher>\n<publisherurl>${cdata(pages.origin)}</publisherurl>\n` +
    `<lastBuildDate>${now.toUTCString()}</lastBuildDate>\n`
  );
  for (const language of await languagesOf(database, jobs, site.name)) {
    const href = hrefIn(localeAddresses(pages, localeSpeaking(language, pages.locales)));
    const addressOf = (path: string): string => pages.origin + href(path);
    for (let from = 0; ;) {
      const rows = await readFeedJobs(database, { site: site.name, language, from });
      const open = rows.filter(({ expires_at }) => expires_at === null || expires_at > now);
      if (open.length > 0) yield open.map((job) => jobElement(job, terms, addressOf)).join('');
      if (rows.length < JOBS_A_READ) break;
      from = rows.at(-1)!.id + 1;
    }
  }
  yield '</source>\n';
}

/** Columns of a job used in the feed. */
interface FeedJobRow extends AddressColumns, SalaryColumns {
  id: number;
  title: string;
  language: string;
  description: string;
  /** null if the job's source does not name its employer: the placeholder's name is no company. */
  organization_name: string | null;
  employment_type_tids: number[];
  occupation_tids: number[];
  experience_tid: number | null;
  remote_tid: number | null;
  degree_tid: number | null;
  salary_range_tid: number | null;
  published_at: Date;
  expires_at: Date | null;
}

/** Number of jobs in memory at a time, since their texts may be long. */
export const JOBS_A_READ = 100;

/** Returns open jobs of a site in a language, in ascending order starting at an id. */
async function readFeedJobs(
  database: Kysely<Database>,
  { site, language, from }: { site: string; language: string; from: number },
): Promise<FeedJobRow[]> {
  const { rows } = await sql<FeedJobRow>`
    select job.id, job.title, job.language, job.description,
      case when organization.state <> 'unnamed' then organization.name end as organization_name,
      job.employment_type_tids, job.occupation_tids, job.experience_tid, job.remote_tid, job.degree_tid,
      (job.details->>'salaryRangeTid')::integer as salary_range_tid,
      job.published_at, job.expires_at, job.salary_min, job.salary_max, job.salary_currency, job.salary_unit,
      job.country_code, job.administrative_area, job.locality, job.zip, job.address_line1, job.address_line2, job.lat, job.lon
    from job join organization on organization.id = job.organization_id
    where job.site = ${site} and job.language = ${language} and job.state = 'published' and job.id >= ${from}
    order by job.id limit ${JOBS_A_READ}
  `.execute(database);
  return rows;
}

/** Job types used by aggregators, by the slugs of this product's terms. */
const JOB_TYPES: Record<string, string> = {
  'full-time': 'fulltime',
  'part-time': 'parttime',
  contract: 'contract',
  temporary: 'temporary',
  internship: 'internship',
  volunteer: 'volunteer',
  'per-diem': 'perdiem',
};
const REMOTE_TYPES: Record<string, string> = { remote: 'Fully remote', hybrid: 'Hybrid remote' };

/**
 * Returns a job as an element of the feed. Elements without a value are omitted.
 *
 * @param addressOf returns the absolute address of a path
 */
function jobElement(job: FeedJobRow, terms: TermCatalog, addressOf: (path: string) => string): string {
  const labelOf = (tid: number | null): string => terms.term(tid, job.language)?.label ?? '';
  const slugOf = (tid: number | null): string => terms.term(tid, job.language)?.slug ?? '';
  const fields: [name: string, value: string | null][] = [
    ['title', job.title],
    ['date', job.published_at.toUTCString()],
    ['referencenumber', String(job.id)],
    ['url', addressOf(jobPath(String(job.id), job.title))],
    ['company', job.organization_name],
    ['city', job.locality],
    ['state', job.administrative_area],
    ['country', job.country_code],
    ['postalcode', job.zip],
    ['streetaddress', [job.address_line1, job.address_line2].filter(Boolean).join(', ')],
    ['description', job.description],
    ['salary', salaryOf(job) || labelOf(job.salary_range_tid)],
    ['education', labelOf(job.degree_tid)],
    ['jobtype', job.employment_type_tids.map((tid) => JOB_TYPES[slugOf(tid)] ?? labelOf(tid)).join(', ')],
    ['category', job.occupation_tids.map(labelOf).join(', ')],
    ['experience', labelOf(job.experience_tid)],
    ['remotetype', REMOTE_TYPES[slugOf(job.remote_tid)] ?? ''],
    ['expirationdate', job.expires_at?.toUTCString() ?? ''],
    ['language', job.language],
  ];
  const elements = fields.flatMap(([name, value]) => (value ? [`<${name}>${cdata(value)}</${name}>\n`] : []));
  return `<job>\n${elements.join('')}</job>\n`;
}

/** Formats a salary, such as `40000 - 50000 CAD per year`. */
function salaryOf({ salary_min: min, salary_max: max, salary_currency, salary_unit }: FeedJobRow): string {
  const figures = [...new Set([min, max].filter((figure) => figure !== null))];
  if (figures.length === 0 || salary_currency === null || salary_unit === null) return '';
  const bound = figures.length > 1 || (min !== null && max !== null) ? '' : min === null ? 'up to ' : 'from ';
  return `${bound}${figures.join(' - ')} ${salary_currency} per ${salary_unit.toLowerCase()}`;
}
