import {
  JobDetailDocument,
  type JobDetailsFragment,
  FacetTermsDocument,
  OrganizationNameDocument,
} from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import { countableWords, languageOf } from '#contract/search/search-counts.js';
import { translator } from '#shared/text/translator.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import { hasPlace } from '../../components/search/search-state';
import { shownRadius, absentValues, nameTerms } from '../../components/search/search-view';
import { firstFeedPath } from '../../features/jobs/feed/job-feed-atom';
import {
  type JobSearchResult,
  jobSearchResult,
  jobSearchView,
  searchSentence,
  jobsTitle,
  namedChoices,
} from '../../features/jobs/list/search-view';
import { type JobSearchState, readJobSearch, withKnownFilters } from '../../features/jobs/search-state';
import type { PageHead } from '../../lib/head';
import { failedPage, type PageData } from '../../lib/page-data';
import { breadcrumbJsonLd, itemListJsonLd } from '../../lib/structured-data';
import { languageName } from '../../lib/format';
import {
  jobFilters,
  findJobs,
  movedTo,
  namelessOrganizations,
  withoutMerged,
} from '../../features/jobs/list/find-jobs';

/** Names of organizations require one request each; further ones are not named. */
const MAX_ORGANIZATIONS = 3;

const LANGUAGE = { name: 'language', field: 'language', vocabulary: null };

const HOUR_MS = 3_600_000;

export interface JobsPageData extends PageData {
  state: JobSearchState;
  result: JobSearchResult;
  pathFacets: PageRequest['pathFacets'];
  /** Job beside the list; null if none is requested, or it does not exist. */
  job: JobDetailsFragment | null;
  /** Name of the facet whose values are all shown. */
  whole?: string;
  /** Value of the radius box; undefined if it is not shown. */
  radius?: number;
}

/** The backend has no search for jobs. */
export interface WithoutJobs extends PageData {
  isWithoutList: true;
}

export async function load(request: PageRequest): Promise<JobsPageData | WithoutJobs | PageData> {
  const { site, query } = request;
  const filters = await jobFilters(request);
  const requested = withKnownFilters(readJobSearch(query, request.pathFacets), filters);
  const [search, opened] = await Promise.all([
    findJobs(request, requested, filters),
    requested.jobId ? request.graphql(JobDetailDocument, { id: requested.jobId }) : undefined,
  ]);
  if (!search.ok && isUnsupported(search.failure)) {
    const title = translator(request.locale, request.messages)('jobs.searchName');
    return { head: { title, robots: 'noindex' }, isWithoutList: true };
  }
  if (!search.ok) return failedPage(request, search.failure);
  // The numbers of jobs of the last days change every hour.
  if (filters.length > 0) request.respond({ validUntil: nextHour(request.now) });
  const result = jobSearchResult(search.data);
  // If a job is opened beside the list, the search was counted before.
  const words = requested.page === 1 && requested.jobId === undefined ? countableWords(requested.search) : undefined;
  if (words !== undefined)
    request.respond({ search: { words, language: languageOf(request.locale), isEmpty: isEmpty(result) } });
  // A form without scripts sends the radius even where there is no place to measure it from.
  const state = hasPlace(requested) || result.location ? requested : { ...requested, radius: undefined };
  const pathFacets = await absentFacets(request, state, result);
  const remaining = await withoutMerged(request, state, namelessOrganizations(state, result, pathFacets));
  if (remaining)
    return movedTo(request, jobSearchView(remaining, result, { href: request.href, pathFacets }).href(remaining));
  const whole = query.get('more') ?? undefined;
  return {
    head: jobsHead({ state, result, whole }, { ...request, pathFacets }),
    state,
    result,
    pathFacets,
    job: (opened?.ok && opened.data.job) || null,
    whole,
    radius: shownRadius(requested.radius, result.location, site.search.defaultRadius),
  };
}

/** Whether nothing was found for the words as typed, even if other words had results. */
function isEmpty({ result_count: count, correction, relaxed }: JobSearchResult): boolean {
  return count === 0 || (correction?.applied ?? false) || relaxed;
}

function nextHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

/** Title, canonical address and structured data of a search (ROUTE-06, ROUTE-14, ROUTE-16). */
function jobsHead(
  { state, result, whole }: { state: JobSearchState; result: JobSearchResult; whole?: string },
  request: PageRequest,
): PageHead {
  const { site, href, pathFacets, origin } = request;
  const t = translator(request.locale, request.messages);
  const view = jobSearchView(state, result, { href: (path) => path, pathFacets });
  const { explicit } = view;
  const facets = pathFacets.map(({ label }) => label).join(', ');
  const read = namedChoices(result.understanding).map(({ label }) => label);
  const named = [...new Set([...pathFacets.map(({ label }) => label), ...read])].join(', ');
  const words = jobsTitle({ search: explicit.search, facets: named, location: result.location }, t);
  const title = state.page > 1 ? t('jobs.title.page', { jobs: words, page: state.page }) : words;
  const page = { origin, href, siteTitle: site.title };
  const trail = [
    { name: t('layout.home'), path: '/' },
    { name: t('jobs.title.all'), path: '/jobs' },
    ...(facets ? [{ name: facets, path: request.path }] : []),
  ];
  return {
    title,
    description: `${searchSentence(explicit, result, t)}. ${t('jobs.description', { site: site.title })}`,
    canonical: view.href({ ...state, jobId: undefined, why: undefined }),
    feeds: [{ title: t('jobs.feed', { jobs: words }), path: firstFeedPath(explicit) }],
    robots: result.documents.length === 0 || whole || state.why || state.wordsOnly ? 'noindex, follow' : undefined,
    structuredData: [
      ...(result.documents.length
        ? [itemListJsonLd(result.documents, (state.page - 1) * site.search.jobsPerPage + 1, page)]
        : []),
      breadcrumbJsonLd(trail, page),
    ],
  };
}

/**
 * The selected values that no response contains, with their names, so that they can be shown and removed. Sends a
 * request only if there are any.
 */
async function absentFacets(
  request: PageRequest,
  state: JobSearchState,
  result: JobSearchResult,
): Promise<PageRequest['pathFacets']> {
  const languages = absentValues([LANGUAGE], request, state, result).map(({ facet, value }) => ({
    facet,
    value,
    label: languageName(value, request.locale),
    slug: '',
  }));
  const absent = absentValues(JOB_FACETS, request, state, result);
  if (!absent.length) return [...request.pathFacets, ...languages];
  const companies = absent.filter(({ vocabulary }) => !vocabulary).slice(0, MAX_ORGANIZATIONS);
  const [terms, ...names] = await Promise.all([
    nameTerms(absent, () => request.graphql(FacetTermsDocument, {})),
    ...companies.map(({ value }) => request.graphql(OrganizationNameDocument, { id: value })),
  ]);
  const fromNames = companies.flatMap(({ facet, value }, index) => {
    const answer = names[index];
    const label = answer?.ok ? answer.data.organizationProfile?.name : undefined;
    return label ? [{ facet, value, label, slug: '' }] : [];
  });
  return [...request.pathFacets, ...languages, ...terms, ...fromNames];
}
