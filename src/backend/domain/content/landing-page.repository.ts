import type { Kysely, Selectable } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database, LandingPageTable } from '../../platform/database/schema.js';

const MAX_SLUG_LENGTH = 500;

/** @returns the page in the language, else in the site's first, else in any, and the languages it is there in; undefined: there is none. */
export async function findLandingPage(
  database: Kysely<Database>,
  site: BackendSite,
  slug: string,
  language: string | undefined,
): Promise<(Selectable<LandingPageTable> & { languages: string[] }) | undefined> {
  if (slug.length > MAX_SLUG_LENGTH || slug.includes('\0')) return undefined;
  const pages = await database
    .selectFrom('landing_page')
    .selectAll()
    .where('site', '=', site.name)
    .where('slug', '=', slug)
    .orderBy('language')
    .execute();
  const wanted = [language?.slice(0, 2).toLowerCase(), ...site.languages];
  const found = wanted.map((code) => pages.find((page) => page.language === code)).find((page) => page) ?? pages[0];
  return found && { ...found, languages: pages.map((page) => page.language) };
}
