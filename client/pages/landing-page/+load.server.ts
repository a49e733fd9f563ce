import { type JobCardFragment, type PageBlockFragment, SearchJobsDocument } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { JOBS_PATH } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import { jobSearchResult } from '../../features/jobs/list/search-view';
import { readJobSearch, jobSearchVariables } from '../../features/jobs/search-state';
import { excerpt } from '../../lib/head';
import { NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, type PageData } from '../../lib/page-data';
import { breadcrumbJsonLd } from '../../lib/structured-data';

type JobListBlock = Extract<PageBlockFragment, { __typename: 'JobListBlock' }>;

/** A part of the page with its data. */
export type ShownBlock =
  | Exclude<PageBlockFragment, JobListBlock>
  | (JobListBlock & { jobs: readonly JobCardFragment[]; total: number; path: string });

export interface LandingPageData extends PageData {
  title: string;
  body: string;
  blocks: readonly ShownBlock[];
  /** Language of the content; undefined if it is that of the page. */
  language?: string;
}

export async function load(request: PageRequest): Promise<LandingPageData | PageData> {
  const { route, locale, origin, href, site, path } = request;
  if (route?.kind !== 'landing-page') return absentPage(request, NO_SUCH_PAGE);
  const { title, body, languages, metatags } = route;
  const blocks = await Promise.all(route.blocks.map((block) => shown(block, request)));
  const t = translator(locale, request.messages);
  const trail = [
    { name: t('layout.home'), path: '/' },
    { name: title, path },
  ];
  return {
    head: {
      title,
      description: excerpt(body),
      metatags,
      structuredData: [
        breadcrumbJsonLd(trail, { origin, href, siteTitle: site.title }),
        ...questionsJsonLd(route.blocks),
      ],
    },
    title,
    body,
    blocks: blocks.flatMap((block) => block ?? []),
    language: languages.includes(locale.slice(0, 2)) ? undefined : languages[0],
  };
}

/** @returns undefined for a list of jobs without results, or if the backend currently does not provide them */
async function shown(block: PageBlockFragment, request: PageRequest): Promise<ShownBlock | undefined> {
  if (block.__typename !== 'JobListBlock') return block;
  const query = new URLSearchParams(block.search);
  const search = jobSearchVariables(readJobSearch(query, []), request.site);
  const range = { first: 0, last: block.limit };
  const answer = await request.graphql(SearchJobsDocument, { ...search, facets: [], withBand: false, range });
  if (!answer.ok) return undefined;
  const { documents, result_count: total } = jobSearchResult(answer.data);
  const text = query.toString();
  return total === 0 ? undefined : { ...block, jobs: documents, total, path: JOBS_PATH + (text && `?${text}`) };
}

/** All questions of the page, as structured data for search engines. */
function questionsJsonLd(blocks: readonly PageBlockFragment[]): object[] {
  const questions = blocks.flatMap((block) => (block.__typename === 'QuestionsBlock' ? block.questions : []));
  if (questions.length === 0) return [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ];
}
