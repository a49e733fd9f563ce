import { type Kysely, sql } from 'kysely';
import type { BackendFetchResponse, BackendSite } from '#contract/backend/backend.js';
import { PAGES_HEADER } from '#contract/backend/graphql-over-http.js';
import type { Database } from '../platform/database/schema.js';
import type { BackendModule } from '../platform/graphql/backend-module.js';
import { JOB_FEED_PATH, serveJobFeed } from './job-feed-export/serve-job-feed.js';
import { serveSitemap } from './sitemaps/serve-sitemap.js';
import { readSitemapAddress } from './sitemaps/sitemap-files.js';
import { SITEMAP_SOURCES, type SitemapSource } from './sitemaps/sitemap-sources.js';
import type { TermCatalog } from '../reference/taxonomy/term-catalog.js';
import { etagOf, isKnown, notModified, refusal, readDocumentFrontend } from './documents/document-responses.js';

/** Addresses that the product passes on to the backend; it serves no others. */
const ADDRESS = /^\/(?:(?:[\w-]+\/){0,2}sitemap\.(?:xml|xsl)|sitemap\/.*|feeds\/.*)$/;

/** Serves documents of the backend for programs rather than people. */
export function createDocuments(options: {
  database: Kysely<Database>;
  terms: TermCatalog;
  sites: readonly BackendSite[];
  sources?: readonly SitemapSource[];
  /** See `Backend.version`. */
  version: (site: string) => Promise<string>;
  clock: () => Date;
}): Required<Pick<BackendModule, 'serve'>> {
  const { database, terms, sites, sources = SITEMAP_SOURCES, version, clock } = options;
  const types = sources.map(({ type }) => type);

  async function answer(path: string, headers: Readonly<Record<string, string>>): Promise<BackendFetchResponse> {
    const frontend = readDocumentFrontend(headers, sites);
    if (!frontend) return refusal(400, 'The request does not say for which site, or how its pages are named.');
    const question = path === JOB_FEED_PATH ? 'job-feed' : readSitemapAddress(path, frontend.pages, types);
    if (!question) return refusal(404, 'There is no such document.');
    // The version is read before the data, so the data is at least as new as its ETag.
    const news = await latestArticle(frontend.site.name);
    const etag = etagOf(await version(frontend.site.name), news, path, headers[PAGES_HEADER] ?? '');
    if (isKnown(headers['if-none-match'], etag)) return notModified(etag);
    const context = { database, terms, sources, frontend, etag, now: clock() };
    return question === 'job-feed' ? serveJobFeed(context) : serveSitemap(question, context);
  }

  /** Time of the newest published article: a scheduled one appears in sitemaps without a change that the version would count. */
  async function latestArticle(site: string): Promise<string> {
    const { rows } = await sql<{ at: Date | null }>`
      select max(published_at) as at from article where site = ${site} and published_at <= now()
    `.execute(database);
    return rows[0]?.at?.toISOString() ?? '';
  }

  return {
    serve({ path, headers }) {
      const [way = ''] = path.split('?', 1);
      return ADDRESS.test(way) ? answer(way, headers) : undefined;
    },
  };
}
