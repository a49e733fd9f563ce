import { z } from 'zod';

/**
 * Contents of a backup. An archive is a tar file compressed by zstd: `header.json`, then the rows of each table in the text format of
 * PostgreSQL's COPY, in parts of a few megabytes (`tables/job/00001`), and at the end `manifest.json` with a checksum of every entry.
 */
export const HEADER = 'header.json';
export const MANIFEST = 'manifest.json';
export const ARCHIVE_FORMAT = 1;

/** Maximum size of an entry in a backup. */
export const MAX_ENTRY_BYTES = 16_000_000;

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const archiveHeader = z.strictObject({
  product: z.literal('causeboard'),
  format: z.number().int().positive(),
  release: z.string(),
  /** Time of the snapshot in ISO 8601. */
  takenAt: z.iso.datetime(),
  /** Migrations of the database in the order in which they ran. */
  migrations: z.array(z.string()).min(1),
  postgresMajor: z.number().int(),
  /** Site that the rows belong to; null for all sites. */
  site: z.string().nullable(),
  /** Tables in the order of the archive. */
  tables: z.array(z.strictObject({ name, columns: z.array(name).min(1) })),
});

const archiveManifest = z.strictObject({
  rows: z.record(name, z.number().int().nonnegative()),
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  /** SHA-256 of each entry, in hexadecimal. */
  entries: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

export type ArchiveHeader = z.infer<typeof archiveHeader>;
export type ArchiveManifest = z.infer<typeof archiveManifest>;

/** The backup cannot be used or cannot be stored; the message says why. */
export class BackupError extends Error {}

/** @throws BackupError if the text is not a header, or has a later format */
export function parseHeader(json: string): ArchiveHeader {
  const read = parse(json, HEADER) as { product?: unknown; format?: unknown } | null;
  if (read?.product !== 'causeboard') throw new BackupError('This is not a backup of Causeboard.');
  if (typeof read.format === 'number' && read.format > ARCHIVE_FORMAT) {
    throw new BackupError(
      `${HEADER}: the backup has format ${read.format}, and this release reads up to ${ARCHIVE_FORMAT}. Restore it with the release that made it.`,
    );
  }
  return checked(archiveHeader, read, HEADER);
}

/** @throws BackupError if the text is not a manifest */
export function parseManifest(json: string): ArchiveManifest {
  return checked(archiveManifest, parse(json, MANIFEST), MANIFEST);
}

function parse(json: string, entry: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new BackupError(`${entry} is not JSON.`);
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown, entry: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new BackupError(`${entry}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`);
}

/** Name of the entry with a part of a table; parts are numbered from 1. */
export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(5, '0')}`;
}

/** @returns the table that an entry belongs to; undefined if the entry is not a part of a table */
export function tableOf(entry: string): string | undefined {
  return /^tables\/([a-z_][a-z0-9_]*)\/\d+$/.exec(entry)?.[1];
}
