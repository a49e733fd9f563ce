import type { Kysely } from 'kysely';
import type { BackendSite } from '../../contract/backend.js';
import type { Database } from '../database/schema.js';
import { aboutPages } from './seeded-about-pages.js';
import { seededMenus } from './seeded-menus.js';
import { policyPages } from './seeded-policy-pages.js';

/** Gives a site the menus and pages it lacks, in its languages. What is there stays as it is. */
export async function seedContent(trx: Kysely<Database>, site: BackendSite): Promise<void> {
  const menus = Object.entries(seededMenus).map(([name, items]) => ({
    site: site.name,
    name,
    items: JSON.stringify(items),
  }));
  await trx
    .insertInto('menu')
    .values(menus)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

  const pages = [...aboutPages, ...policyPages].flatMap(({ slug, text }) =>
    Object.entries(text)
      .filter(([language]) => site.languages.includes(language) || language === 'en')
      .map(([language, { title, body }]) => ({ site: site.name, language, slug, title, body, metatags: '[]' })),
  );
  await trx
    .insertInto('landing_page')
    .values(pages)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
