import { ATTACHMENT_TYPES } from '#contract/applications/uploads.js';
import type {
  ApplicationFileProblem,
  ApplicationFileText,
  QueryApplicationFileTextArgs,
} from '#contract/generated/resolvers.js';
import type { Query } from '#contract/generated/resolvers.js';
import { isUuid } from '../../../platform/database/id.js';
import { wholeOf } from '../../../platform/files/store/file-contents.js';
import { ObjectStoreError } from '../../../platform/object-storage/s3-client.js';
import type { StoredFiles } from '../../../platform/files/stored-files.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { type Extraction, type ExtractionError, extractText } from '../../resumes/import/text/extract-text.js';
import { applicationFilePath } from '../application-rows.js';
import { auditDownload, findFiles, maySee, openContent } from './serve-application-files.js';

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
  if (!isOwn) await auditDownload(database, viewer, { file, asked: { kind: 'file', id } }, now);
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
