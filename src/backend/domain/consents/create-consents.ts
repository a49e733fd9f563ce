import { readFileSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { ConsentInfoTable } from '../../platform/database/tables/account-tables.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { lockSite } from '../content/seed-content.js';
import { consentResolvers, ConsentTexts } from './consent.resolvers.js';

const PLACEMENTS = ['REGISTRATION', 'PROFILE'] as const;

type SeededLocale = 'en' | 'en-GB' | 'en-CA' | 'de' | 'fr';

interface SeededConsent {
  type: ConsentInfoTable['type'];
  /** Path of the page with details. */
  path: string;
  texts: Readonly<Record<SeededLocale, string>>;
}

/** Format of the file, in which a text is an array of lines. */
interface StoredConsent extends Omit<SeededConsent, 'texts'> {
  texts: Readonly<Record<SeededLocale, readonly string[]>>;
}

/** Consent texts, and the consents that people have given. */
export async function createConsents(deps: {
  database: Kysely<Database>;
  changes: ChangeFeed;
  sites: readonly BackendSite[];
  clock: () => Date;
}): Promise<BackendModule> {
  const { database, changes, sites, clock } = deps;
  await seedMissingConsents(database, sites, clock());
  return { resolvers: [consentResolvers({ database, texts: new ConsentTexts(database, changes) })] };
}

/** Adds the missing consent texts to every site, with or without demo data. Existing texts are kept. */
export async function seedMissingConsents(
  database: Kysely<Database>,
  sites: readonly Pick<BackendSite, 'name'>[],
  now: Date,
): Promise<void> {
  const names = sites.map(({ name }) => name);
  const rows = await database.selectFrom('consent_info').select('site').distinct().where('site', 'in', names).execute();
  const seeded = new Set(rows.map(({ site }) => site));
  for (const name of names.filter((each) => !seeded.has(each)))
    await database.transaction().execute((trx) => seedConsents(trx, name, now));
}

async function seedConsents(trx: Kysely<Database>, site: string, now: Date): Promise<void> {
  // The lock serializes processes that start together; the later ones find everything there.
  await lockSite(trx, site);
  const consents = readSeededConsents();
  for (const placement of PLACEMENTS)
    for (const { type, path, texts } of consents) {
      const info = await trx
        .insertInto('consent_info')
        .values({ site, type, placement, path })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!info) continue;
      await trx
        .insertInto('consent_revision')
        .values({ info_id: info.id, texts: JSON.stringify(texts), created_at: now })
        .execute();
    }
}

/** Reads the default texts. The operator of a site is responsible for its own. */
function readSeededConsents(): SeededConsent[] {
  const file = new URL('seeded-consents.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as StoredConsent[]).map(({ type, path, texts }) => ({
    type,
    path,
    texts: joinLines(texts),
  }));
}

function joinLines(texts: StoredConsent['texts']): SeededConsent['texts'] {
  const joined = (locale: SeededLocale): string => texts[locale].join('\n');
  return { en: joined('en'), 'en-GB': joined('en-GB'), 'en-CA': joined('en-CA'), de: joined('de'), fr: joined('fr') };
}
