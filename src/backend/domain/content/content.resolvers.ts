import { type Kysely, sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type {
  MenuItem,
  Query,
  QueryMenuArgs,
  Article,
  QueryArticleArgs,
  QueryArticlesArgs,
} from '#contract/generated/resolvers.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { articlePath } from '#contract/pages/paths.js';
import { textIn } from '#shared/text/translator.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import { ResultCache, type Packing } from '../../platform/database/caches.js';
import type { Database, StoredMenuItem } from '../../platform/database/schema.js';
import { allow, type RootResolvers, badUserInput } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { filePath } from '../../platform/files/stored-files.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import { seedMissingContent } from './seed-content.js';

const ARTICLE_COLUMNS = sql`
  a.id, a.slug, a.language, a.title, a.teaser, a.author, a.tags, a.picture_file, f.name as picture_name, a.picture_alt,
  a.published_at, a.updated_at, a.words
`;

const FROM_ARTICLES = sql`from article a left join file f on f.id = a.picture_file`;
const NEWEST_FIRST = sql`order by a.published_at desc, a.id desc`;
const MAX_TAGS = 20;
const MAX_SLUG_LENGTH = 200;
const MAX_ARTICLES = 48;
const MAX_SKIPPED = 10_000;
const MAX_RELATED = 3;
const WORDS_A_MINUTE = 200;
const MAX_TAG_LENGTH = 100;

const MAX_ENTRIES = 500;

/** Menus, landing pages and news. A new site gets default ones. */
export async function createContent(deps: {
  database: Kysely<Database>;
  changes: ChangeFeed;
  sites: readonly BackendSite[];
  clock: () => Date;
}): Promise<BackendModule> {
  const { database, changes, sites, clock } = deps;
  await seedMissingContent(database, sites, clock());
  return { resolvers: [contentResolvers(database, changes), articleResolvers(database)] };
}

/**
 * Resolvers for menus and landing pages. Every page needs the menus, and pages are rendered anew while jobs are imported, so menus are
 * cached until they change.
 */
export function contentResolvers(database: Kysely<Database>, feed: ChangeFeed) {
  const cache = new ResultCache<object>(new LRUCache({ max: MAX_ENTRIES }), () => feed.isCurrent);
  feed.subscribe((changes) => {
    if (changes.some(({ kind }) => kind === 'content' || kind === 'all')) cache.invalidate();
  });

  const menuOf = (site: string, name: string) =>
    cache.get(
      { menu: name, site },
      () =>
        database
          .selectFrom('menu')
          .select('items')
          .where('site', '=', site)
          .where('name', '=', name)
          .limit(1)
          .execute(),
      withoutPacking(),
    );
  const settingsOf = (site: string) =>
    cache.get(
      { settings: site },
      () =>
        database
          .selectFrom('app_config')
          .select(['name', 'key', 'value'])
          .where('site', '=', site)
          .orderBy('name')
          .orderBy('key')
          .execute(),
      withoutPacking(),
    );

  return {
    Query: {
      menu: allow<QueryMenuArgs, Query['menu']>('anyone', async ({ name }, { site, locale }) => {
        const [menu] = await menuOf(site.name, name);
        return menu ? { name, items: menu.items.map((item) => toItem(item, locale)) } : null;
      }),

      getAppConfig: allow<object, Query['getAppConfig']>('anyone', (_args, { site }) => settingsOf(site.name)),
    },
  } satisfies RootResolvers;
}

function withoutPacking<Rows extends object>(): Packing<Rows, object> {
  return { pack: (rows) => rows, unpack: (rows) => rows as Rows };
}

function toItem(item: StoredMenuItem, locale: string): MenuItem {
  return {
    title: textIn(item.title, locale) ?? item.path,
    url: { path: item.path },
    class: item.class ?? null,
    target: item.target ?? null,
    children: (item.children ?? []).map((child) => toItem(child, locale)),
  };
}

/** Resolvers for news articles. */
function articleResolvers(database: Kysely<Database>) {
  const toArticle = (row: StoredArticle): Lazy<Article> => ({
    id: String(row.id),
    slug: row.slug,
    url: { path: articlePath(row.slug) },
    language: row.language,
    title: row.title,
    teaser: row.teaser,
    body: async () => {
      // Loaded only when needed.
      const [{ sanitisedHtml }, body] = await Promise.all([import('./rich-text.js'), readBody(database, row.id)]);
      return sanitisedHtml(body);
    },
    author: row.author,
    tags: row.tags,
    picture:
      row.picture_file === null
        ? null
        : { url: filePath(row.picture_file, row.picture_name ?? 'picture'), alt: row.picture_alt },
    publishedAt: row.published_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    minutes: Math.max(1, Math.ceil(row.words / WORDS_A_MINUTE)),
  });

  return {
    Query: {
      articles: allow<QueryArticlesArgs, Query['articles']>('anyone', async ({ tag, ...args }, context) => {
        const { site, now } = context;
        const { limit, offset } = { limit: args.limit ?? 12, offset: args.offset ?? 0 };
        if (limit < 1 || limit > MAX_ARTICLES) throw badUserInput(`limit must be from 1 to ${MAX_ARTICLES}`);
        if (offset < 0 || offset > MAX_SKIPPED) throw badUserInput(`offset must be from 0 to ${MAX_SKIPPED}`);
        if (tag != null && (tag.length > MAX_TAG_LENGTH || tag.includes('\0')))
          throw badUserInput('There is no such tag');
        const search = { site: site.name, language: languageOf(args.language, context), tag, now };
        const [rows, total] = await Promise.all([
          listArticles(database, search, { limit, offset }),
          countArticles(database, search),
        ]);
        return {
          total,
          items: rows.map(toArticle),
          tags: () => listTags(database, search),
          nextAt: async () => (await findNextArticle(database, search))?.toISOString() ?? null,
        };
      }),

      article: allow<QueryArticleArgs, Query['article']>('anyone', async ({ slug, language }, context) => {
        const { site, now } = context;
        const search = { site: site.name, language: languageOf(language, context), now };
        const row = await findArticle(database, slug, search);
        if (!row) return null;
        return {
          article: toArticle(row),
          translations: async () =>
            (await listTranslations(database, row.id, now)).map((translation) => ({
              language: translation.language,
              url: { path: articlePath(translation.slug) },
            })),
          related: async () => {
            const related = await listRelated(database, row, { site: site.name, now, limit: MAX_RELATED });
            return related.map(toArticle);
          },
        };
      }),
    },
  } satisfies RootResolvers;
}

function languageOf(requested: string | null | undefined, { language }: { language: string }): string {
  return requested?.slice(0, 2).toLowerCase() ?? language;
}

/** An article without its body. */
interface StoredArticle {
  id: number;
  slug: string;
  language: string;
  title: string;
  teaser: string;
  author: string | null;
  tags: string[];
  picture_file: string | null;
  picture_name: string | null;
  picture_alt: string;
  published_at: Date;
  updated_at: Date;
  words: number;
}

interface ArticleSearch {
  site: string;
  language: string;
  tag?: string | null;
  now: Date;
}

/** Lists articles, the newest first. */
async function listArticles(
  database: Kysely<Database>,
  search: ArticleSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredArticle[]> {
  const { rows } = await sql<StoredArticle>`
    select ${ARTICLE_COLUMNS} ${FROM_ARTICLES} where ${matching(search)} ${NEWEST_FIRST} limit ${limit} offset ${offset}
  `.execute(database);
  return rows;
}

async function countArticles(database: Kysely<Database>, search: ArticleSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from article a where ${matching(search)}
  `.execute(database);
  return rows[0]?.total ?? 0;
}

/** @returns tags, the most frequent first */
async function listTags(
  database: Kysely<Database>,
  { site, language, now }: Omit<ArticleSearch, 'tag'>,
): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from article a, unnest(a.tags) as tag where ${matching({ site, language, now })}
    group by tag order by count(*) desc, tag limit ${MAX_TAGS}
  `.execute(database);
  return rows.map(({ tag }) => tag);
}

/** Publication time of the next scheduled article in any language: articles name their translations. */
async function findNextArticle(
  database: Kysely<Database>,
  { site, now }: Pick<ArticleSearch, 'site' | 'now'>,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(published_at) as at from article where site = ${site} and published_at > ${now}
  `.execute(database);
  return rows[0]?.at ?? undefined;
}

/** @returns the article in the language, or else in another one */
async function findArticle(
  database: Kysely<Database>,
  slug: string,
  { site, language, now }: Omit<ArticleSearch, 'tag'>,
): Promise<StoredArticle | undefined> {
  if (slug.length > MAX_SLUG_LENGTH || slug.includes('\0')) return undefined;
  const { rows } = await sql<StoredArticle>`
    select ${ARTICLE_COLUMNS} ${FROM_ARTICLES} where a.site = ${site} and a.slug = ${slug} and a.published_at <= ${now}
    order by a.language = ${language} desc, a.language limit 1
  `.execute(database);
  return rows[0];
}

/** Languages of an article and its published translations. */
async function listTranslations(
  database: Kysely<Database>,
  id: number,
  now: Date,
): Promise<{ language: string; slug: string }[]> {
  const { rows } = await sql<{ language: string; slug: string }>`
    select t.language, t.slug from article a join article t on t.site = a.site and t.translation_key = a.translation_key
    where a.id = ${id} and t.published_at <= ${now} order by t.language
  `.execute(database);
  return rows;
}

/** Other articles in the language: those with most tags in common first, then the newest. */
async function listRelated(
  database: Kysely<Database>,
  { id, language, tags }: Pick<StoredArticle, 'id' | 'language' | 'tags'>,
  { site, now, limit }: { site: string; now: Date; limit: number },
): Promise<StoredArticle[]> {
  const { rows } = await sql<StoredArticle>`
    select ${ARTICLE_COLUMNS} ${FROM_ARTICLES} where ${matching({ site, language, now })} and a.id <> ${id}
    order by (select count(*) from unnest(a.tags) tag where tag = any(${tags})) desc, a.published_at desc, a.id desc
    limit ${limit}
  `.execute(database);
  return rows;
}

async function readBody(database: Kysely<Database>, id: number): Promise<string> {
  const row = await database.selectFrom('article').select('body').where('id', '=', id).executeTakeFirst();
  return row?.body ?? '';
}

function matching({ site, language, tag, now }: ArticleSearch): RawBuilder<unknown> {
  const tagged = tag == null ? sql`true` : sql`${tag} = any(a.tags)`;
  return sql`a.site = ${site} and a.language = ${language} and a.published_at <= ${now} and ${tagged}`;
}
