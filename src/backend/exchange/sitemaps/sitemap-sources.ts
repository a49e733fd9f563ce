import type { SitemapSource } from './sitemap-source.js';
import { articles } from './sources/articles.sitemap.js';
import { jobs } from './sources/jobs.sitemap.js';
import { organizations } from './sources/organizations.sitemap.js';
import { pages } from './sources/pages.sitemap.js';

/** What sitemaps list, in the order of the index. A new kind of page gets its line here. */
export const SITEMAP_SOURCES: readonly SitemapSource[] = [pages, jobs, organizations, articles];
