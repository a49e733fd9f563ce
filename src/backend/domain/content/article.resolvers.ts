import type { Kysely } from 'kysely';
import type { Article, Query, QueryArticleArgs, QueryArticlesArgs } from '#contract/generated/resolvers.js';
import { articlePath } from '#contract/pages/paths.js';
import type { Database } from '../../platform/database/schema.js';
import { filePath } from '../../platform/files/stored-files.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import {
  countArticles,
  findArticle,
  findNextArticle,
  listArticles,
  listRelated,
  listTags,
  listTranslations,
  readBody,
  type StoredArticle,
} from './article.repository.js';

const MAX_ITEMS = 48;
const MAX_SKIPPED = 10_000;
const MAX_RELATED = 3;
const WORDS_A_MINUTE = 200;
const MAX_TAG_LENGTH = 100;

/** Resolvers for news articles. */
export function articleResolvers(database: Kysely<Database>) {
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
        if (limit < 1 || limit > MAX_ITEMS) throw badUserInput(`limit must be from 1 to ${MAX_ITEMS}`);
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

function languageOf(asked: string | null | undefined, { language }: { language: string }): string {
  return asked?.slice(0, 2).toLowerCase() ?? language;
}
