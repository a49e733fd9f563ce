import { jobPath } from '#contract/pages/paths.js';
import { cdata } from '#shared/text/xml-text.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { FeedJobRow } from './job-rows.js';

/** By the slugs of our terms: the words that aggregators know. */
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
 * A job as an element of the feed. Elements without a value are left out.
 *
 * @param addressOf writes the whole address of a path
 */
export function jobElement(job: FeedJobRow, terms: TermCatalog, addressOf: (path: string) => string): string {
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
    ['streetaddress', job.address_line1],
    ['description', job.description],
    ['salary', salaryOf(job)],
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

/** `40000 - 50000 CAD per year`. */
function salaryOf({ salary_min: min, salary_max: max, salary_currency, salary_unit }: FeedJobRow): string {
  const figures = [...new Set([min, max].filter((figure) => figure !== null))];
  if (figures.length === 0 || salary_currency === null || salary_unit === null) return '';
  const bound = figures.length > 1 || (min !== null && max !== null) ? '' : min === null ? 'up to ' : 'from ';
  return `${bound}${figures.join(' - ')} ${salary_currency} per ${salary_unit.toLowerCase()}`;
}
