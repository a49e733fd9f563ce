import type { JobFeedEntryFragment, JobFeedQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { type Translate, translator } from '#shared/text/translator.js';
import { escapeXml } from '#shared/text/markup.js';
import { JOB_FEED_PATH } from '#contract/pages/paths.js';
import { firstPage, defaultSorting } from '../../../components/search/search-state';
import { type JobSearchState, JOB_SEARCH } from '../search-state';
import { workplace } from '../workplace';
import { jobSearchHref, jobsTitle } from '../list/search-view';
import { searchParameters } from '../../../components/search/search-address';

type Answer = JobFeedQuery['searchAPISearch'];

/** Number of entries per document. */
export const FEED_ENTRIES = 30;
/** A search returns at most ten thousand jobs. */
export const MAX_FEED_PAGES = 333;

/** The results of a search as an Atom feed (RFC 4287), in linked pages (RFC 5005). */
export function jobFeedAtom(
  { state, answer }: { state: JobSearchState; answer: Answer },
  request: PageRequest,
): string {
  const { site, origin, href, locale } = request;
  const t = translator(locale, request.messages);
  const entries = answer.documents.filter((document): document is JobFeedEntryFragment => 'id' in document);
  const address = (path: string): string => escapeXml(origin + href(path));
  const last = Math.min(MAX_FEED_PAGES, Math.max(1, Math.ceil(answer.result_count / FEED_ENTRIES)));
  const link = (rel: string, path: string, type = 'application/atom+xml'): string =>
    `<link rel="${rel}" type="${type}" href="${address(path)}"/>`;
  const page = (rel: string, number: number): string[] =>
    number >= 1 && number <= last && number !== state.page ? [link(rel, jobFeedPath({ ...state, page: number }))] : [];
  const title = `${jobsTitle({ search: state.search, location: answer.location }, t)} · ${site.title}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    `<title>${escapeXml(title)}</title>`,
    `<id>${address(firstFeedPath(state))}</id>`,
    `<updated>${newestOf(entries, request)}</updated>`,
    `<author><name>${escapeXml(site.title)}</name><uri>${address('/')}</uri></author>`,
    `<icon>${escapeXml(origin + site.assets.icon)}</icon>`,
    link('self', jobFeedPath(state)),
    link('alternate', pageOf(state), 'text/html'),
    ...page('first', 1),
    ...page('previous', Math.min(state.page - 1, last)),
    ...page('next', state.page + 1),
    ...entries.map((entry) => entryElement(entry, { origin, locale, address, t })),
    '</feed>',
    '',
  ].join('\n');
}

/** The search page with the same jobs in the same order. */
function pageOf(state: JobSearchState): string {
  return jobSearchHref(firstPage(state), { href: (path) => path, slugs: () => undefined });
}

/** Without entries, the beginning of the day, so that the feed does not look new at each request. */
function newestOf(entries: readonly JobFeedEntryFragment[], { now }: PageRequest): string {
  const newest = Math.max(...entries.map(({ published }) => Date.parse(published)));
  return Number.isFinite(newest) ? new Date(newest).toISOString() : `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
}

function entryElement(
  job: JobFeedEntryFragment,
  { origin, locale, address, t }: { origin: string; locale: string; address: (path: string) => string; t: Translate },
): string {
  const published = new Date(job.published).toISOString();
  const place = workplace(job, t, locale, job.address?.locality ?? job.address?.administrativeArea ?? null).text;
  const facts = [job.organization.name, place, ...job.employmentType.map(({ label }) => label)].join(' · ');
  const summary = `${facts}\n${job.snippet.map(({ text }) => text).join('')}`;
  return [
    `<entry xml:lang="${escapeXml(job.language)}">`,
    `<title>${escapeXml(job.title)}</title>`,
    // Identical in all languages of the site and after changes of the title.
    `<id>${escapeXml(`${origin}/job/${job.id}`)}</id>`,
    `<link rel="alternate" type="text/html" href="${address(job.url.path)}"/>`,
    `<published>${published}</published>`,
    `<updated>${published}</updated>`,
    `<author><name>${escapeXml(job.organization.name)}</name></author>`,
    `<summary type="text">${escapeXml(summary)}</summary>`,
    '</entry>',
  ].join('');
}

/**
 * @returns the path of a page of a search's feed. Its order is fixed and so has no parameter; facets are part of the
 * query.
 */
function jobFeedPath(state: JobSearchState): string {
  const sorting = defaultSorting(JOB_SEARCH, state.search);
  const shown: JobSearchState = { ...state, sorting, jobId: undefined, why: undefined, wordsOnly: undefined };
  const query = new URLSearchParams(searchParameters(JOB_SEARCH, shown));
  return query.size > 0 ? `${JOB_FEED_PATH}?${query.toString()}` : JOB_FEED_PATH;
}

/** @returns the path of the feed of a search's results */
export function firstFeedPath(state: JobSearchState): string {
  return jobFeedPath(firstPage(state));
}
