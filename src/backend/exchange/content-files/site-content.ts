import type { Kysely, Selectable } from 'kysely';
import { listConsents } from '../../domain/consents/stored-consents.js';
import { type StoredBlock, validBlocks } from '../../domain/content/page-blocks.js';
import type {
  ArticleTable,
  Database,
  LandingPageTable,
  MenuTable,
  StoredMenuItem,
} from '../../platform/database/schema.js';
import type { FileContents } from '../../platform/files/store/file-contents.js';
import { formatContent, pathOfArticle, pathOfConsent, pathOfPage } from './content-format.js';
import { StoredPictures, storedPicturesIn } from './content-pictures.js';

/** A file of a content folder; its path has slashes. */
export interface ContentFile {
  path: string;
  bytes: Buffer;
}

/** @returns the menus, pages, articles, consent texts and pictures of a site as the files of a content folder */
export async function exportContent(
  database: Kysely<Database>,
  contents: Pick<FileContents, 'read'>,
  site: string,
): Promise<ContentFile[]> {
  const content = await readSiteContent(database, site);
  const pictures = await StoredPictures.load(database, contents, picturesOf(content));
  const menus = Object.fromEntries(content.menus.map(({ name, items }) => [name, items.map(menuItem)]));
  const consents = await listConsents(database, site);
  const written = (path: string, document: object): ContentFile => ({
    path,
    bytes: Buffer.from(formatContent(document)),
  });
  return [
    written('menus.yaml', menus),
    ...content.pages.map((page) => written(pathOfPage(page), pageFile(page, pictures))),
    ...content.articles.map((article) => written(pathOfArticle(article), articleFile(article, pictures))),
    ...consents.map(({ texts, ...key }) => written(pathOfConsent(key), englishFirst(texts))),
    ...pictures.files(),
  ];
}

/** Columns of a page that its file contains. */
export type SitePage = Pick<
  Selectable<LandingPageTable>,
  'id' | 'slug' | 'language' | 'title' | 'body' | 'metatags'
> & {
  blocks: StoredBlock[];
};

export type SiteArticle = Omit<Selectable<ArticleTable>, 'site' | 'words'>;

/** What the operators of a site have written, as it is stored. */
export interface SiteContent {
  menus: Selectable<MenuTable>[];
  pages: SitePage[];
  articles: SiteArticle[];
}

/** Reads the menus, pages and articles of a site, each in the order of their names. */
export async function readSiteContent(database: Kysely<Database>, site: string): Promise<SiteContent> {
  const menus = await database.selectFrom('menu').selectAll().where('site', '=', site).orderBy('name').execute();
  const pages = await database
    .selectFrom('landing_page')
    .select(['id', 'slug', 'language', 'title', 'body', 'metatags', 'blocks'])
    .where('site', '=', site)
    .orderBy('slug')
    .orderBy('language')
    .execute();
  const articles = await database
    .selectFrom('article')
    .select(['id', 'slug', 'language', 'translation_key', 'title', 'teaser', 'body', 'author', 'tags'])
    .select(['picture_file', 'picture_alt', 'published_at', 'updated_at'])
    .where('site', '=', site)
    .orderBy('slug')
    .orderBy('language')
    .execute();
  return { menus, pages: pages.map((page) => ({ ...page, blocks: validBlocks(page.blocks) })), articles };
}

/** @returns the ids of the pictures of all pages and articles */
export function picturesOf({ pages, articles }: Pick<SiteContent, 'pages' | 'articles'>): Set<string> {
  return new Set([
    ...pages.flatMap(({ body, blocks }) => [...storedPicturesIn(body), ...blocks.flatMap(picturesOfBlock)]),
    ...articles.flatMap(({ body, picture_file: file }) => [
      ...storedPicturesIn(body),
      ...(file === null ? [] : [file]),
    ]),
  ]);
}

function picturesOfBlock(block: StoredBlock): string[] {
  if (block.kind === 'picture') return [block.file];
  return block.kind === 'text' ? storedPicturesIn(block.html) : [];
}

/** Makes all pictures with the same contents have the same id, so that contents can be compared. */
export function withUnifiedPictures({ menus, pages, articles }: SiteContent, pictures: StoredPictures): SiteContent {
  const unifiedId = (id: string): string => pictures.get(id)?.id ?? id;
  const unifiedBlock = (block: StoredBlock): StoredBlock => {
    if (block.kind === 'picture') return { ...block, file: unifiedId(block.file) };
    return block.kind === 'text' ? { ...block, html: pictures.unified(block.html) } : block;
  };
  return {
    menus,
    pages: pages.map((page) => ({
      ...page,
      body: pictures.unified(page.body),
      blocks: page.blocks.map(unifiedBlock),
    })),
    articles: articles.map((article) => ({
      ...article,
      body: pictures.unified(article.body),
      picture_file: article.picture_file && unifiedId(article.picture_file),
    })),
  };
}

/** PostgreSQL does not keep the order of keys. */
function menuItem({ title, path, class: className, target, children }: StoredMenuItem): object {
  return {
    title: englishFirst(title),
    path,
    ...(className === undefined ? {} : { class: className }),
    ...(target === undefined ? {} : { target }),
    ...(children === undefined ? {} : { children: children.map(menuItem) }),
  };
}

function englishFirst(texts: Readonly<Record<string, string>>): Record<string, string> {
  const { en, ...others } = texts;
  const sorted = Object.entries(others).sort(([one], [other]) => one.localeCompare(other, 'en'));
  return { ...(en === undefined ? {} : { en }), ...Object.fromEntries(sorted) };
}

/** The order of the keys is that of the file. Empty values are left out. */
function pageFile({ title, body, metatags, blocks }: SitePage, pictures: StoredPictures): object {
  const head = Object.fromEntries(metatags.map(({ meta, value }) => [meta, value]));
  return {
    title,
    ...(metatags.length > 0 ? { head } : {}),
    body: pictures.inFolder(body),
    ...(blocks.length > 0 ? { blocks: blocks.flatMap((block) => blockFile(block, pictures)) } : {}),
  };
}

/** A picture that does not exist is left out, as it is on the page. */
function blockFile(block: StoredBlock, pictures: StoredPictures): object[] {
  if (block.kind === 'text') return [{ ...block, html: pictures.inFolder(block.html) }];
  if (block.kind !== 'picture') return [block];
  const { kind, file, ...rest } = block;
  const picture = pictures.get(file)?.path;
  return picture === undefined ? [] : [{ kind, picture, ...rest }];
}

function articleFile(article: SiteArticle, pictures: StoredPictures): object {
  const picture = article.picture_file === null ? undefined : pictures.get(article.picture_file)?.path;
  const isUpdated = article.updated_at.getTime() !== article.published_at.getTime();
  return {
    title: article.title,
    teaser: article.teaser,
    ...(article.translation_key === article.slug ? {} : { key: article.translation_key }),
    ...(article.author === null ? {} : { author: article.author }),
    ...(article.tags.length > 0 ? { tags: article.tags } : {}),
    ...(picture === undefined ? {} : { picture }),
    ...(article.picture_alt === '' ? {} : { pictureAlt: article.picture_alt }),
    published: article.published_at.toISOString(),
    ...(isUpdated ? { updated: article.updated_at.toISOString() } : {}),
    body: pictures.inFolder(article.body),
  };
}
