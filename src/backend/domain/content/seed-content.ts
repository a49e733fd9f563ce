import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import { drawMotif } from './draw-motif.js';
import type { StoredBlock } from './page-blocks.js';
import { aboutPages } from './seeded-about-pages.js';
import { careerPages } from './seeded-career-pages.js';
import { seededMenus } from './seeded-menus.js';
import type { SeededBlock } from './seeded-page.js';
import { policyPages } from './seeded-policy-pages.js';

/** Gives a site the menus and pages it lacks, in its languages. What is there stays as it is. */
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
  const pages = [...aboutPages, ...careerPages, ...policyPages]
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

/** The pictures of pages, each drawn once. */
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
