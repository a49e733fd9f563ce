import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import type { PageHead } from '../../../lib/head';
import { breadcrumbJsonLd, itemListJsonLd } from '../../../lib/structured-data';
import type { JobSearchState } from '../search-state';
import { firstFeedPath } from '../feed/feed-address';
import { jobsTitle } from './jobs-title';
import { namedChoices } from '../understanding/explicit-search';
import { searchSentence } from './search-sentence';
import { type JobSearchResult, jobSearchView } from './search-view';

/** Title, canonical address and structured data of a search (ROUTE-06, ROUTE-14, ROUTE-16). */
export function jobsHead(
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
