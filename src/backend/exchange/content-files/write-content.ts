import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../domain/audit/audit-log.js';
import { changeConsent, type ConsentKey } from '../../domain/consents/stored-consents.js';
import type { StoredBlock } from '../../domain/content/page-blocks.js';
import type { Database } from '../../platform/database/schema.js';
import {
  type ArticleFile,
  type ConsentFile,
  type ContentError,
  type MenusFile,
  type PageFile,
  pathOfArticle,
  pathOfPage,
} from './content-format.js';
import { type ReadPicture, type StoredPictures, withStoredAddresses } from './content-pictures.js';
import {
  readSiteContent,
  withUnifiedPictures,
  type SiteArticle,
  type SiteContent,
  type SitePage,
} from './site-content.js';

/** The files of a content folder, parsed. */
export interface ParsedFolder {
  menus: { path: string; menus: MenusFile }[];
  pages: ({ path: string; slug: string; language: string } & PageFile)[];
  articles: ({ path: string; slug: string; language: string } & ArticleFile)[];
  consents: { path: string; key: ConsentKey; texts: ConsentFile }[];
}

export interface ImportOptions {
  site: string;
  /** Languages of the site's pages. */
  languages: readonly string[];
  now: Date;
  /** Deletes the pages and articles without a file. */
  deletesMissing: boolean;
  /** Writes nothing. */
  isDryRun: boolean;
}

/** What an import does with a file, or with a page or an article without one. */
export interface ContentChange {
  path: string;
  change: 'created' | 'changed' | 'unchanged' | 'deleted' | 'revised' | 'restored';
}

export type ImportOutcome = { changes: ContentChange[] } | { errors: ContentError[] };

type Pictures = ReadonlyMap<string, ReadPicture>;
type Deleted = Pick<SiteContent, 'pages' | 'articles'>;

/**
 * Writes what differs from the content of the site.
 *
 * @param pictures those of the folder, by path; `known`: those of the site
 * @returns errors if the files do not fit the site; the caller then rolls back
 */
export async function writeFolder(
  trx: Transaction<Database>,
  folder: ParsedFolder,
  { pictures, known }: { pictures: Pictures; known: StoredPictures },
  { site, now, deletesMissing }: ImportOptions,
): Promise<ImportOutcome> {
  const stored = withUnifiedPictures(await readSiteContent(trx, site), known);
  const deleted = deletesMissing ? withoutFile(folder, stored) : { pages: [], articles: [] };
  const errors = conflictsOf(
    folder,
    stored.articles.filter((article) => !deleted.articles.includes(article)),
  );
  if (errors.length > 0) return { errors };

  const changes = await deleteContent(trx, deleted);
  await storePictures(trx, pictures, now);
  for (const { path, menus } of folder.menus)
    changes.push({ path, change: await writeMenus(trx, site, menus, stored) });
  for (const page of folder.pages) {
    const current = stored.pages.find((each) => isTranslation(each, page));
    changes.push({ path: page.path, change: await writePage(trx, { site, ...page }, pictures, current) });
  }
  for (const article of folder.articles) {
    const current = stored.articles.find((each) => isTranslation(each, article));
    changes.push({ path: article.path, change: await writeArticle(trx, { site, ...article }, pictures, current) });
  }
  for (const { path, key, texts } of folder.consents) {
    const change = await changeConsent(trx, key, texts, { site, now });
    if (change === 'unknown') errors.push({ file: path, message: 'The site does not ask for this consent' });
    else changes.push({ path, change });
  }
  const count = changes.filter(({ change }) => change !== 'unchanged').length;
  if (count > 0) await writeAudit(trx, { action: 'content.imported', site, details: { count: String(count) } }, now);
  return errors.length > 0 ? { errors } : { changes };
}

function isTranslation(left: { slug: string; language: string }, right: { slug: string; language: string }): boolean {
  return left.slug === right.slug && left.language === right.language;
}

function withoutFile(folder: ParsedFolder, stored: SiteContent): Deleted {
  return {
    pages: stored.pages.filter((page) => !folder.pages.some((each) => isTranslation(each, page))),
    articles: stored.articles.filter((article) => !folder.articles.some((each) => isTranslation(each, article))),
  };
}

/** An article has at most one translation in each language. */
function conflictsOf({ articles }: ParsedFolder, remaining: readonly SiteArticle[]): ContentError[] {
  const paths = new Map<string, string>();
  const errors: ContentError[] = [];
  const replaced = remaining.filter((article) => !articles.some((each) => isTranslation(each, article)));
  const all = [
    ...replaced.map((article) => ({
      key: article.translation_key,
      language: article.language,
      path: pathOfArticle(article),
    })),
    ...articles.map(({ key, slug, language, path }) => ({ key: key ?? slug, language, path })),
  ];
  for (const { key, language, path } of all) {
    const other = paths.get(`${key} ${language}`);
    if (other === undefined) paths.set(`${key} ${language}`, path);
    else errors.push({ file: path, message: `key: ${other} has the same key ${key} in this language` });
  }
  return errors;
}

async function deleteContent(trx: Transaction<Database>, { pages, articles }: Deleted): Promise<ContentChange[]> {
  const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
  if (pages.length > 0) await trx.deleteFrom('landing_page').where('id', 'in', idsOf(pages)).execute();
  if (articles.length > 0) await trx.deleteFrom('article').where('id', 'in', idsOf(articles)).execute();
  return [...pages.map(pathOfPage), ...articles.map(pathOfArticle)].map((path) => ({ path, change: 'deleted' }));
}

async function storePictures(trx: Transaction<Database>, pictures: Pictures, now: Date): Promise<void> {
  for (const { id, name, contents } of pictures.values()) {
    if (!contents) continue;
    const { type, bytes } = contents;
    await trx.insertInto('file').values({ id, name, content_type: type, bytes, created_at: now }).execute();
  }
}

async function writeMenus(
  trx: Transaction<Database>,
  site: string,
  menus: MenusFile,
  stored: SiteContent,
): Promise<'created' | 'changed' | 'unchanged'> {
  const changed = Object.entries(menus).filter(
    ([name, items]) => !isDeepStrictEqual(stored.menus.find((menu) => menu.name === name)?.items, items),
  );
  if (changed.length === 0) return 'unchanged';
  await trx
    .insertInto('menu')
    .values(changed.map(([name, items]) => ({ site, name, items: JSON.stringify(items) })))
    .onConflict((conflict) =>
      conflict.columns(['site', 'name']).doUpdateSet((menu) => ({ items: menu.ref('excluded.items') })),
    )
    .execute();
  return stored.menus.length === 0 ? 'created' : 'changed';
}

async function writePage(
  trx: Transaction<Database>,
  { site, slug, language, ...page }: { site: string } & ParsedFolder['pages'][number],
  pictures: Pictures,
  current: SitePage | undefined,
): Promise<'created' | 'changed' | 'unchanged'> {
  const { title } = page;
  const body = withStoredAddresses(page.body, pictures);
  const metatags = Object.entries(page.head).map(([meta, value]) => ({ meta, value }));
  const blocks = page.blocks.map((block) => toBlock(block, pictures));
  const columns = { title, body, metatags: JSON.stringify(metatags), blocks: JSON.stringify(blocks) };
  if (!current) {
    await trx
      .insertInto('landing_page')
      .values({ site, slug, language, ...columns })
      .execute();
    return 'created';
  }
  const { id, title: oldTitle, body: oldBody, metatags: oldMetatags, blocks: oldBlocks } = current;
  if (isDeepStrictEqual([oldTitle, oldBody, oldMetatags, oldBlocks], [title, body, metatags, blocks]))
    return 'unchanged';
  await trx.updateTable('landing_page').set(columns).where('id', '=', id).execute();
  return 'changed';
}

function toBlock(block: PageFile['blocks'][number], pictures: Pictures): StoredBlock {
  if (block.kind === 'text') return { ...block, html: withStoredAddresses(block.html, pictures) };
  if (block.kind !== 'picture') return block;
  const { kind, picture, ...rest } = block;
  return { kind, file: pictures.get(picture)!.id, ...rest };
}

async function writeArticle(
  trx: Transaction<Database>,
  { site, slug, language, ...article }: { site: string } & ParsedFolder['articles'][number],
  pictures: Pictures,
  current: SiteArticle | undefined,
): Promise<'created' | 'changed' | 'unchanged'> {
  const published = new Date(article.published);
  const columns = {
    translation_key: article.key ?? slug,
    title: article.title,
    teaser: article.teaser,
    body: withStoredAddresses(article.body, pictures),
    author: article.author ?? null,
    tags: article.tags,
    picture_file: article.picture === undefined ? null : pictures.get(article.picture)!.id,
    picture_alt: article.pictureAlt,
    published_at: published,
    updated_at: article.updated === undefined ? published : new Date(article.updated),
  };
  if (!current) {
    await trx
      .insertInto('article')
      .values({ site, slug, language, ...columns })
      .execute();
    return 'created';
  }
  const { id } = current;
  if (isDeepStrictEqual({ id, slug, language, ...columns }, { ...current })) return 'unchanged';
  await trx.updateTable('article').set(columns).where('id', '=', id).execute();
  return 'changed';
}
