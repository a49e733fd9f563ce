import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database, StoredMenuItem } from '../../platform/database/schema.js';
import { drawMotif } from './draw-motif.js';
import type { StoredBlock, SeededBlock, SeededPage, SeededText } from './page-blocks.js';

const jobs: StoredMenuItem = {
  title: { en: 'Find a job', de: 'Stellen finden', fr: 'Trouver un emploi' },
  path: '/jobs',
};
const organizations: StoredMenuItem = {
  title: { en: 'Organizations', 'en-GB': 'Organisations', de: 'Organisationen', fr: 'Organisations' },
  path: '/organizations',
};
const news: StoredMenuItem = { title: { en: 'News', de: 'Aktuelles', fr: 'Actualités' }, path: '/blog' };
const applicants: StoredMenuItem = {
  title: { en: 'For job seekers', de: 'Für Stellensuchende', fr: 'Candidats' },
  path: '/for-applicants',
};
const employers: StoredMenuItem = {
  title: { en: 'For employers', de: 'Für Arbeitgeber', fr: 'Employeurs' },
  path: '/for-employers',
};
const products: StoredMenuItem = {
  title: { en: 'Products and prices', de: 'Produkte und Preise', fr: 'Produits et tarifs' },
  path: '/products',
};
const about: StoredMenuItem = { title: { en: 'About us', de: 'Über uns', fr: 'À propos' }, path: '/about' };
const privacy: StoredMenuItem = {
  title: { en: 'Privacy policy', de: 'Datenschutz', fr: 'Politique de confidentialité' },
  path: '/privacy-policy',
  class: 'privacy',
};
const contact: StoredMenuItem = { title: { en: 'Contact', de: 'Kontakt', fr: 'Contact' }, path: '/contact' };
const imprint: StoredMenuItem = {
  title: { en: 'Imprint', de: 'Impressum', fr: 'Mentions légales' },
  path: '/imprint',
};
const terms: StoredMenuItem = {
  title: { en: 'Terms of use', de: 'Nutzungsbedingungen', fr: 'Conditions d’utilisation' },
  path: '/terms-of-use',
};
const accessibility: StoredMenuItem = {
  title: { en: 'Accessibility', de: 'Barrierefreiheit', fr: 'Accessibilité' },
  path: '/accessibility',
};

/** Files in `seeded-pages`: pages about the site, about work and careers, and policies. */
const PAGE_FILES = ['about', 'career', 'policy'] as const;

/** Format of the file, in which a body is an array of lines. */
interface StoredPage extends Omit<SeededPage, 'text'> {
  text: Record<keyof SeededPage['text'], StoredText>;
}

interface StoredText extends Omit<SeededText, 'body'> {
  body: readonly string[];
}

/** Default menus of a new site, until its operators change them. */
function seededMenus({
  demo,
  commerce,
  currencies = [],
}: Pick<BackendSite, 'demo' | 'commerce' | 'currencies'>): Record<string, StoredMenuItem[]> {
  const isSelling = commerce?.selfService === true && currencies.length > 0;
  return {
    // Four items, so that they fit on one line with the site's language switcher.
    main: [jobs, organizations, news, employers],
    footer: [jobs, organizations, news, applicants, employers, ...(isSelling ? [products] : []), about, contact],
    'mini-policy': [privacy, terms, accessibility, ...(demo === 'europe' ? [imprint] : [])],
  };
}

/** Adds missing menus and pages to a site, in its languages. Existing ones are kept. */
export async function seedContent(trx: Kysely<Database>, site: BackendSite, now: Date): Promise<void> {
  const menus = Object.entries(seededMenus(site)).map(([name, items]) => ({
    site: site.name,
    name,
    items: JSON.stringify(items),
  }));
  await trx
    .insertInto('menu')
    .values(menus)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

  const drawings = new Drawings(now);
  const pages = readSeededPages()
    .filter(({ only }) => only === undefined || only === site.demo)
    .flatMap(({ slug, text }) =>
      Object.entries(text)
        .filter(([language]) => site.languages.includes(language) || language === 'en')
        .map(([language, { title, body, blocks = [] }]) => ({
          site: site.name,
          language,
          slug,
          title,
          body,
          metatags: '[]',
          blocks: JSON.stringify(blocks.map((block) => drawings.stored(block))),
        })),
    );
  if (drawings.files.length > 0) await trx.insertInto('file').values(drawings.files).execute();
  await trx
    .insertInto('landing_page')
    .values(pages)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Creates the pictures of pages, each once. */
class Drawings {
  readonly files: { id: string; name: string; content_type: string; bytes: Buffer; created_at: Date }[] = [];
  private readonly ids = new Map<string, string>();

  constructor(private readonly now: Date) {}

  stored(block: SeededBlock): StoredBlock {
    if (block.kind !== 'drawing') return block;
    const { motif, hue, alt } = block;
    return { kind: 'picture', file: this.idOf(motif, hue), alt };
  }

  private idOf(motif: Parameters<typeof drawMotif>[0], hue: number): string {
    const key = `${motif} ${hue}`;
    let id = this.ids.get(key);
    if (!id) {
      this.ids.set(key, (id = randomUUID()));
      const bytes = Buffer.from(drawMotif(motif, hue));
      this.files.push({ id, name: `${motif}.svg`, content_type: 'image/svg+xml', bytes, created_at: this.now });
    }
    return id;
  }
}

// First key of the advisory lock; the second is a hash of the site's name.
const LOCK = 4_217_004;

/** Serializes concurrent processes that seed a site, until the transaction ends. */
export async function lockSite(trx: Kysely<Database>, site: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${site}))`.execute(trx);
}

/** Adds menus and pages to every site without menus, in one transaction for each site. */
export async function seedMissingContent(
  database: Kysely<Database>,
  sites: readonly BackendSite[],
  now: Date,
): Promise<void> {
  const filled = await sitesWithContent(database, sites);
  for (const site of sites.filter(({ name }) => !filled.has(name))) {
    await database.transaction().execute(async (trx) => {
      await lockSite(trx, site.name);
      const isFilled = (await sitesWithContent(trx, [site])).has(site.name);
      if (!isFilled) await seedContent(trx, site, now);
    });
  }
}

async function sitesWithContent(database: Kysely<Database>, sites: readonly BackendSite[]): Promise<Set<string>> {
  const names = sites.map(({ name }) => name);
  const rows = await database.selectFrom('menu').select('site').distinct().where('site', 'in', names).execute();
  return new Set(rows.map(({ site }) => site));
}

/**
 * Reads the default pages of a new site. The operator of a site is responsible for its own texts. `withPeriods` inserts the site's
 * retention periods.
 */
export function readSeededPages(): SeededPage[] {
  return PAGE_FILES.flatMap((name) => {
    const file = new URL(`seeded-pages/${name}.json`, import.meta.url);
    const pages = JSON.parse(readFileSync(file, 'utf8')) as StoredPage[];
    return pages.map(({ text, ...page }) => ({
      ...page,
      text: { en: joinLines(text.en), de: joinLines(text.de), fr: joinLines(text.fr) },
    }));
  });
}

function joinLines(text: StoredText): SeededText {
  return { ...text, body: text.body.join('\n') };
}
