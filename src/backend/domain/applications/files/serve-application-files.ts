import { Zip, ZipPassThrough } from 'fflate';
import { sql, type Kysely } from 'kysely';
import { ATTACHMENT_TYPES } from '#contract/applications/uploads.js';
import type { BackendFetchRequest, BackendFetchResponse } from '#contract/backend/backend.js';
import type {
  ApplicationFileProblem,
  ApplicationFileText,
  QueryApplicationFileTextArgs,
  Query,
} from '#contract/generated/resolvers.js';
import { auditedActor, writeAudit } from '../../audit/audit-log.js';
import type { Viewer, UserContext } from '../../../platform/graphql/request-context.js';
import type { Database } from '../../../platform/database/schema.js';
import { download, noDownload, shownPdf, whileAvailable } from '../../../platform/files/download.js';
import { readingAgain, wholeOf } from '../../../platform/files/store/file-contents.js';
import type { StoredFiles } from '../../../platform/files/stored-files.js';
import { mayReadApplications } from '../../staff-access/staff-access.js';
import { type FileQuestion, readFileAddress, applicationFilePath } from '../application-rows.js';
import { isUuid } from '../../../platform/database/statement.js';
import { ObjectStoreError } from '../../../platform/object-storage/s3-client.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { type Extraction, type ExtractionError, extractText } from '../../resumes/import/text/extract-text.js';

const PROBLEMS: Readonly<Record<ExtractionError, ApplicationFileProblem>> = {
  type: 'unreadable',
  encrypted: 'unreadable',
  damaged: 'unreadable',
  slow: 'long',
  pages: 'long',
  length: 'long',
  unpacked: 'long',
  noText: 'empty',
  busy: 'busy',
};

/** Number of bytes read from the database at once; the rest of a file is read when the client has consumed it. */
const READ_BYTES = 1_000_000;

interface FileRow {
  id: string;
  name: string;
  content_type: string;
  size: number;
  site: string;
  job_id: number;
  application_id: string;
  account_id: string | null;
  organization_id: number;
  title: string;
  applicant: string;
}

/**
 * Serves `/application-files/<id>/<name>` and `/application-files/<application>.zip` to the applicant, to members of the job's
 * organization, and to administrators who have given a reason. Everybody else gets a 404.
 *
 * @returns undefined for other addresses
 */
export function serveApplicationFiles(
  {
    database,
    contents,
    viewerOf,
    clock,
  }: StoredFiles & {
    viewerOf: (token: string) => Promise<Viewer | null | undefined>;
    clock: () => Date;
  },
  { path, headers }: BackendFetchRequest,
): Promise<BackendFetchResponse> | undefined {
  const question = readFileAddress(path);
  return question && whileAvailable(() => answer(question));

  async function answer(requested: FileQuestion): Promise<BackendFetchResponse> {
    const token = /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
    const viewer = token === undefined ? undefined : await viewerOf(token);
    if (!viewer) return noDownload();
    const files = await findFiles(database, requested);
    const [file] = files;
    // All files of a request belong to one application.
    if (!file || !(await maySee(database, viewer, file, clock()))) return noDownload();
    if (file.account_id !== viewer.accountId) await auditDownload(database, viewer, { file, requested }, clock());
    if (requested.kind === 'archive') {
      const archive = await archived({ database, contents }, files);
      return download(`${file.applicant} – ${file.title}.zip`, 'application/zip', zipOf(archive));
    }
    const make = requested.isView && file.content_type === ATTACHMENT_TYPES.pdf ? shownPdf : download;
    const content = await openContent({ database, contents }, file.id);
    const { headers: sent, ...answered } = make(file.name, file.content_type, content);
    return { ...answered, headers: { ...sent, 'content-length': String(file.size) } };
  }
}

/** Records a download in the audit log. Written before anything is sent: without the entry, there is no download. */
export async function auditDownload(
  database: Kysely<Database>,
  viewer: Viewer,
  { file, requested }: { file: FileRow; requested: FileQuestion },
  now: Date,
): Promise<void> {
  const details = { job: String(file.job_id), application: file.application_id };
  const what = requested.kind === 'file' ? { ...details, file: file.id } : details;
  const subjectId = file.account_id ?? undefined;
  const entry = { action: 'application.downloaded', ...auditedActor(viewer), subjectId, site: file.site } as const;
  await writeAudit(database, { ...entry, details: what }, now);
}

/** Whether the viewer may have a file. */
export async function maySee(database: Kysely<Database>, viewer: Viewer, file: FileRow, now: Date): Promise<boolean> {
  return file.account_id === viewer.accountId || mayReadApplications(database, viewer, file, now);
}

/** @returns the files of an address, with the columns of their application that are needed */
export async function findFiles(database: Kysely<Database>, requested: FileQuestion): Promise<FileRow[]> {
  const condition =
    requested.kind === 'file'
      ? sql`f.id = ${requested.id}::uuid`
      : sql`f.application_id = ${requested.applicationId}::uuid`;
  const { rows } = await sql<FileRow>`
    select f.id, f.name, f.content_type, f.size, f.application_id, a.site, a.job_id, a.account_id, job.organization_id, job.title,
      a.first_name || ' ' || a.last_name as applicant
    from application_file f join application a on a.id = f.application_id join job on job.id = a.job_id
    where ${condition} order by f.position
  `.execute(database);
  return rows;
}

/**
 * @returns the chunks of a file, each read on demand
 * @throws ObjectStoreError if the file is in the file store and the store is not available
 */
export async function openContent(files: StoredFiles, fileId: string): Promise<AsyncIterable<Uint8Array>> {
  return readingAgain(async () => {
    const key = await keyOf(files, fileId);
    return key === undefined ? partsOf(files, fileId) : (await files.contents.open(key)).body;
  });
}

/** @returns the object key of the file; undefined if its parts are in the database */
async function keyOf({ database }: StoredFiles, fileId: string): Promise<string | undefined> {
  const file = await database
    .selectFrom('application_file')
    .select('object_key')
    .where('id', '=', fileId)
    .executeTakeFirst();
  return file?.object_key ?? undefined;
}

/** A file may be moved to the store while it is read; the rest is then read from the store. */
async function* partsOf(files: StoredFiles, fileId: string): AsyncGenerator<Uint8Array> {
  const { database, contents } = files;
  const starts = await database
    .selectFrom('application_file_part')
    .select(['starts_at', sql<number>`octet_length(bytes)`.as('length')])
    .where('file_id', '=', fileId)
    .orderBy('starts_at')
    .execute();
  for (const { starts_at, length } of starts)
    for (let from = 0; from < length; from += READ_BYTES) {
      const { rows } = await sql<{ bytes: Buffer }>`
        select substring(bytes from ${from + 1}::integer for ${READ_BYTES}::integer) as bytes from application_file_part
        where file_id = ${fileId}::uuid and starts_at = ${starts_at}
      `.execute(database);
      if (rows[0]) {
        yield rows[0].bytes;
        continue;
      }
      const key = await keyOf(files, fileId);
      if (key === undefined) throw new Error('The file was deleted while it was read.');
      yield* (await contents.open(key, starts_at + from)).body;
      return;
    }
}

/** Files of an archive, with unique names. */
async function archived(stored: StoredFiles, files: readonly FileRow[]): Promise<ArchivedFile[]> {
  const names = new Set<string>();
  // Checks that the store is available before the archive begins.
  const first = files[0] && (await openContent(stored, files[0].id));
  return files.map(({ id, name }, index) => {
    let unique = name;
    for (let count = 2; names.has(unique.toLowerCase()); count += 1)
      unique = name.replace(/(\.[^.]+)?$/, (ending) => ` (${count})${ending}`);
    names.add(unique.toLowerCase());
    const content = (): Promise<AsyncIterable<Uint8Array>> =>
      index === 0 && first ? Promise.resolve(first) : openContent(stored, id);
    return { name: unique, content };
  });
}

/** A file to be written to an archive. */
interface ArchivedFile {
  name: string;
  content: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Generates an archive as a stream: one file after the other, with only one chunk in memory. Files are stored without compression because
 * most are compressed already.
 */
async function* zipOf(files: readonly ArchivedFile[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for (const { name, content } of files) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const piece of await content()) {
      entry.push(piece);
      yield* made.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}

/** Resolver for the text of documents in applications, to be read without downloading the files. */
export function fileTextResolvers(files: StoredFiles) {
  return {
    Query: {
      applicationFileText: allow<QueryApplicationFileTextArgs, Query['applicationFileText']>(
        'user',
        async ({ id }, context) => (await readFileText(files, id, context)) ?? null,
      ),
    },
  } satisfies RootResolvers;
}

/**
 * Reads a DOCX file as plain text, in a separate process with little memory and no secrets (as for imported resumes). Macros, images,
 * links and scripts are not parsed, so nothing of them can get through.
 *
 * @returns undefined if there is no such document for the viewer
 */
async function readFileText(
  files: StoredFiles,
  id: string,
  { viewer, site, now }: UserContext,
): Promise<ApplicationFileText | undefined> {
  if (!isUuid(id)) return undefined;
  const { database } = files;
  const [file] = await findFiles(database, { kind: 'file', id });
  if (!file || file.site !== site.name || file.content_type !== ATTACHMENT_TYPES.docx) return undefined;
  if (!(await maySee(database, viewer, file, now))) return undefined;
  const isOwn = file.account_id === viewer.accountId;
  if (!isOwn) await auditDownload(database, viewer, { file, requested: { kind: 'file', id } }, now);
  const bytes = await readBytes(files, file.id);
  const extracted: Extraction = bytes ? await extractText('docx', bytes) : { violation: 'busy' };
  return {
    id: file.id,
    name: file.name,
    url: applicationFilePath(file.id, file.name),
    applicationId: file.application_id,
    jobId: String(file.job_id),
    isOwn,
    ...('violation' in extracted
      ? { lines: [], problem: PROBLEMS[extracted.violation] }
      : { lines: [...extracted.lines], problem: null }),
  };
}

/** @returns undefined if the file store is not available now */
async function readBytes(files: StoredFiles, id: string): Promise<Buffer | undefined> {
  try {
    return await wholeOf(await openContent(files, id));
  } catch (error) {
    if (error instanceof ObjectStoreError) return undefined;
    throw error;
  }
}
