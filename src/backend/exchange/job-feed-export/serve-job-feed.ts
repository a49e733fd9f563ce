import type { Kysely } from 'kysely';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { hrefIn, localeAddresses } from '#contract/pages/route-names.js';
import { cdata } from '#shared/text/xml-text.js';
import type { Database } from '../../platform/database/schema.js';
import { documentAnswer } from '../documents/document-answers.js';
import { bytesOf } from '../documents/document-body.js';
import type { DocumentFrontend } from '../documents/document-frontend.js';
import { localeSpeaking } from '../sitemaps/site-languages.js';
import { languagesOf } from '../sitemaps/source-rows.js';
import { jobs } from '../sitemaps/sources/jobs.sitemap.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { jobElement } from './job-element.js';
import { JOBS_A_READ, readFeedJobs } from './job-rows.js';

export const JOB_FEED_PATH = '/feeds/jobs.xml';

export interface JobFeedContext {
  database: Kysely<Database>;
  terms: TermCatalog;
  frontend: DocumentFrontend;
  etag: string;
  now: Date;
}

/** All open jobs of a site, as aggregators read them. Written while it is read, a hundred jobs at a time. */
export function serveJobFeed(context: JobFeedContext): BackendFetchResponse {
  const contentType = 'application/xml; charset=utf-8';
  return documentAnswer(bytesOf(writeJobFeed(context)), { contentType, etag: context.etag });
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
