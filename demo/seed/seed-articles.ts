import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import { demoArticles } from '../articles/articles.js';
import { drawMotif } from '../../src/backend/domain/content/draw-motif.js';

const HOUR_MS = 3_600_000;
const DAYS_APART = 5;

/** Adds articles to a site that has none, one every few days up to yesterday. */
export async function seedArticles(trx: Kysely<Database>, site: BackendSite, now: Date): Promise<void> {
  const known = await trx.selectFrom('article').select('id').where('site', '=', site.name).executeTakeFirst();
  if (known) return;
  const articles = demoArticles(site.demo).map((article, index) => {
    const hours = 24 * (1 + index * DAYS_APART) + ((index * 7) % 10);
    return { ...article, file: randomUUID(), at: new Date(now.getTime() - hours * HOUR_MS) };
  });
  await trx
    .insertInto('file')
    .values(
      articles.map(({ file, key, picture }) => ({
        id: file,
        name: `${key}.svg`,
        content_type: 'image/svg+xml',
        bytes: Buffer.from(drawMotif(picture.motif, picture.hue)),
        created_at: now,
      })),
    )
    .execute();
  await trx
    .insertInto('article')
    .values(
      articles.map(({ key, slug = key, language, title, teaser, body, author, tags, picture, file, at }) => ({
        site: site.name,
        language,
        slug,
        translation_key: key,
        title,
        teaser,
        body,
        author,
        tags: [...tags],
        picture_file: file,
        picture_alt: picture.alt,
        published_at: at,
        updated_at: at,
      })),
    )
    .execute();
}
