import type { Kysely } from 'kysely';
import * as paths from '#contract/pages/paths.js';
import { lockSite } from '../../domain/content/seed-content.js';
import type { Database } from '../../platform/database/schema.js';
import type { FileContents } from '../../platform/files/store/file-contents.js';
import { type ArticleFile, type ContentError, type PageFile, parseContent, roleOf } from './content-format.js';
import { folderPicturesIn, type ReadPicture, readPicture, StoredPictures } from './content-pictures.js';
import { type ContentFile, picturesOf, readSiteContent } from './site-content.js';
import { type ImportOptions, type ImportOutcome, type ParsedFolder, writeFolder } from './write-content.js';

/** Paths of pages that are part of the product, and are shown instead of a page with the same path. */
const PRODUCT_PATHS: ReadonlySet<unknown> = new Set(
  Object.values(paths).filter((path) => path !== paths.PRIVACY_PATH && path !== paths.TERMS_PATH),
);

/**
 * Makes the menus, pages, articles and consent texts of a site as the files of a folder say. Everything without a file stays as it is,
 * except with `deletesMissing`. If a file has an error, nothing is written.
 *
 * @throws ObjectStoreError if a picture is in object storage and cannot be read
 */
export async function importContent(
  files: readonly ContentFile[],
  options: ImportOptions,
  { database, contents }: { database: Kysely<Database>; contents: Pick<FileContents, 'read'> },
): Promise<ImportOutcome> {
  const { folder, errors } = parseFolder(files, options.languages);
  const known = await StoredPictures.load(
    database,
    contents,
    picturesOf(await readSiteContent(database, options.site)),
  );
  const { pictures, errors: pictureErrors } = await readPictures(folder, files, known);
  errors.push(...pictureErrors);
  if (errors.length > 0) return { errors };

  const trx = await database.startTransaction().execute();
  try {
    await lockSite(trx, options.site);
    const outcome = await writeFolder(trx, folder, { pictures, known }, options);
    await ('errors' in outcome || options.isDryRun ? trx.rollback() : trx.commit()).execute();
    return outcome;
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute();
    throw error;
  }
}

function parseFolder(
  files: readonly ContentFile[],
  languages: readonly string[],
): { folder: ParsedFolder; errors: ContentError[] } {
  const folder: ParsedFolder = { menus: [], pages: [], articles: [], consents: [] };
  const errors: ContentError[] = [];
  for (const { path, bytes } of files) {
    const role = roleOf(path);
    if (role === undefined || ('kind' in role && role.kind === 'picture')) continue;
    if ('error' in role) {
      errors.push({ file: path, message: role.error });
      continue;
    }
    const file = { path, text: bytes.toString('utf8') };
    const valid = <Value>(parsed: { value: Value } | { errors: ContentError[] }): Value | undefined => {
      if ('value' in parsed) return parsed.value;
      errors.push(...parsed.errors);
      return undefined;
    };
    if ('language' in role && !languages.includes(role.language))
      errors.push({ file: path, message: `The languages of the site are ${languages.join(', ')}` });
    if (role.kind === 'page' && PRODUCT_PATHS.has(role.slug))
      errors.push({ file: path, message: `The product itself has a page ${role.slug}` });
    if (role.kind === 'menus') {
      const menus = valid(parseContent('menus', file));
      if (menus) folder.menus.push({ path, menus });
    } else if (role.kind === 'consent') {
      const texts = valid(parseContent('consent', file));
      if (texts) folder.consents.push({ path, key: role.consent, texts });
    } else if (role.kind === 'page') {
      const content = valid(parseContent('page', file));
      if (content) folder.pages.push({ path, slug: role.slug, language: role.language, ...content });
    } else {
      const content = valid(parseContent('article', file));
      if (content) folder.articles.push({ path, slug: role.slug, language: role.language, ...content });
    }
  }
  return { folder, errors };
}

/** Reads the pictures that are used, each once. */
async function readPictures(
  { pages, articles }: ParsedFolder,
  files: readonly ContentFile[],
  known: StoredPictures,
): Promise<{ pictures: ReadonlyMap<string, ReadPicture>; errors: ContentError[] }> {
  const pictures = new Map<string, ReadPicture>();
  const errors: ContentError[] = [];
  const failed = new Set<string>();
  const used = [
    ...pages.flatMap((page) => picturesOfPage(page).map((picture) => ({ path: page.path, picture }))),
    ...articles.flatMap((article) => picturesOfArticle(article).map((picture) => ({ path: article.path, picture }))),
  ];
  for (const { path, picture } of used) {
    if (pictures.has(picture) || failed.has(picture)) continue;
    const file = files.find((each) => each.path === picture);
    const read = file ? await readPicture(file, known) : { file: path, message: `There is no file ${picture}` };
    if ('message' in read) {
      failed.add(picture);
      errors.push(read);
    } else pictures.set(picture, read);
  }
  return { pictures, errors };
}

function picturesOfPage({ body, blocks }: PageFile): string[] {
  const ofBlocks = blocks.flatMap((block) => {
    if (block.kind === 'picture') return [block.picture];
    return block.kind === 'text' ? folderPicturesIn(block.html) : [];
  });
  return [...folderPicturesIn(body), ...ofBlocks];
}

function picturesOfArticle({ body, picture }: ArticleFile): string[] {
  return [...folderPicturesIn(body), ...(picture === undefined ? [] : [picture])];
}
