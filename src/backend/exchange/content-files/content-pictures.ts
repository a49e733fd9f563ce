import { createHash, randomUUID } from 'node:crypto';
import { parse } from 'node:path/posix';
import type { Kysely } from 'kysely';
import { sniffAttachment } from '#contract/applications/uploads.js';
import type { Database } from '../../platform/database/schema.js';
import { filePath, shrinkPicture } from '../../platform/files/stored-files.js';
import { type FileContents, readingAgain } from '../../platform/files/store/file-contents.js';
import { type ContentError, PICTURES } from './content-format.js';

/** Width of the widest picture of a page, on a screen with two pixels for each point. */
const MAX_WIDTH = 1600;
const MAX_PICTURE_BYTES = 20_000_000;
const STORED_ADDRESS = /\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^"'\s>?#]+/g;
const FOLDER_ADDRESS = /(?<=\ssrc\s*=\s*["']?)pictures\/[\w.-]+/g;

/** A stored picture of a page or an article. */
interface StoredPicture {
  id: string;
  name: string;
  bytes: Buffer;
  /** SHA-256 of the bytes. */
  hash: string;
  /** Path in a content folder. */
  path: string;
}

/**
 * The stored pictures of a site's pages and articles, and the path that each has in a content folder. Files with the same contents are one
 * picture: translations of an article have a file each.
 */
export class StoredPictures {
  private readonly byHash: ReadonlyMap<string, StoredPicture>;
  private readonly byId: ReadonlyMap<string, StoredPicture>;

  private constructor(files: readonly Omit<StoredPicture, 'path'>[]) {
    const pictures = withPaths(files);
    this.byHash = new Map(pictures.map((picture) => [picture.hash, picture]));
    this.byId = new Map(files.map(({ id, hash }) => [id, this.byHash.get(hash)!]));
  }

  /** @throws ObjectStoreError if the contents of a picture are in object storage and cannot be read */
  static async load(
    database: Kysely<Database>,
    contents: Pick<FileContents, 'read'>,
    ids: ReadonlySet<string>,
  ): Promise<StoredPictures> {
    if (ids.size === 0) return new StoredPictures([]);
    const rows = await database
      .selectFrom('file')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute();
    const files: Omit<StoredPicture, 'path'>[] = [];
    for (const row of rows) {
      const bytes = await readingAgain(() => readContents(database, contents, row.id));
      files.push({ ...row, bytes, hash: hashOf(bytes) });
    }
    return new StoredPictures(files);
  }

  /** @returns the paths of the pictures in a content folder, with their contents */
  files(): { path: string; bytes: Buffer }[] {
    return [...this.byHash.values()].map(({ path, bytes }) => ({ path, bytes }));
  }

  /** @returns the picture with the contents of this file; undefined if it does not exist */
  get(id: string): StoredPicture | undefined {
    return this.byId.get(id);
  }

  /** @returns the stored picture with these contents */
  find(bytes: Buffer): { id: string; name: string } | undefined {
    const found = this.byHash.get(hashOf(bytes));
    return found && { id: found.id, name: found.name };
  }

  /** Replaces the addresses of images by their paths in a content folder. */
  inFolder(html: string): string {
    return html.replace(STORED_ADDRESS, (address, id: string) => this.get(id)?.path ?? address);
  }

  /** Makes all images with the same contents have the same address. */
  unified(html: string): string {
    return html.replace(STORED_ADDRESS, (address, id: string) => {
      const picture = this.get(id);
      return picture ? filePath(picture.id, picture.name) : address;
    });
  }
}

/** Each picture once. The order does not depend on the ids, so that two sites with the same pictures have the same paths. */
function withPaths(files: readonly Omit<StoredPicture, 'path'>[]): StoredPicture[] {
  const once = [...new Map(files.toReversed().map((file) => [file.hash, file])).values()];
  const used = new Set<string>();
  return once
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.hash, other.hash))
    .map((picture) => {
      const { name, ext } = parse(picture.name.replace(/[^\w.-]+/g, '-'));
      let path = `${PICTURES}/${name}${ext}`;
      for (let number = 2; used.has(path); number += 1) path = `${PICTURES}/${name}-${number}${ext}`;
      used.add(path);
      return { ...picture, path };
    });
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @returns the ids of the pictures in a text */
export function storedPicturesIn(html: string): string[] {
  return [...html.matchAll(STORED_ADDRESS)].map(([, id]) => id!);
}

/** @returns the paths of the pictures in a text of a content folder */
export function folderPicturesIn(html: string): string[] {
  return html.match(FOLDER_ADDRESS) ?? [];
}

/** Replaces the paths of images by the addresses under which pages request them. */
export function withStoredAddresses(html: string, pictures: ReadonlyMap<string, { id: string; name: string }>): string {
  return html.replace(FOLDER_ADDRESS, (path) => {
    const picture = pictures.get(path);
    return picture ? filePath(picture.id, picture.name) : path;
  });
}

/** A picture of a content folder, with the id under which it is stored. */
export interface ReadPicture {
  id: string;
  name: string;
  /** What has to be stored; omitted if the site has the picture already. */
  contents?: { type: string; bytes: Buffer };
}

/**
 * Prepares a picture of a content folder to be stored. Photographs are reduced to the size that pages show, and lose the metadata of the
 * camera. Drawings (SVG) stay as they are; browsers run no scripts in them (see `serveFile`).
 */
export async function readPicture(
  { path, bytes }: { path: string; bytes: Buffer },
  stored: StoredPictures,
): Promise<ReadPicture | ContentError> {
  const known = stored.find(bytes);
  if (known) return known;
  if (bytes.length > MAX_PICTURE_BYTES)
    return { file: path, message: `The picture is larger than ${MAX_PICTURE_BYTES / 1_000_000} MB` };
  const { name, base } = parse(path);
  if (isDrawing(base, bytes)) return { id: randomUUID(), name: base, contents: { type: 'image/svg+xml', bytes } };
  const isPhotograph = sniffAttachment(bytes)?.startsWith('image/') === true;
  const shrunk = isPhotograph ? await shrinkPicture(bytes, MAX_WIDTH) : undefined;
  if (!shrunk) return { file: path, message: 'The file is not a readable picture (JPEG, PNG, WebP or SVG)' };
  return (
    stored.find(shrunk) ?? { id: randomUUID(), name: `${name}.webp`, contents: { type: 'image/webp', bytes: shrunk } }
  );
}

function isDrawing(name: string, bytes: Buffer): boolean {
  return name.endsWith('.svg') && /^\uFEFF?\s*<(?:svg|\?xml|!--|!doctype svg)/i.test(bytes.toString('utf8', 0, 200));
}

async function readContents(
  database: Kysely<Database>,
  contents: Pick<FileContents, 'read'>,
  id: string,
): Promise<Buffer> {
  const { bytes, object_key: key } = await database
    .selectFrom('file')
    .select(['bytes', 'object_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return bytes ?? contents.read(key!);
}
