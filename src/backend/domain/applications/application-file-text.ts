import type { Kysely } from 'kysely';
import { ATTACHMENT_TYPES } from '#contract/applications/uploads.js';
import type {
  ApplicationFileProblem,
  ApplicationFileText,
  QueryApplicationFileTextArgs,
} from '#contract/generated/resolvers.js';
import type { Query } from '#contract/generated/resolvers.js';
import { isUuid } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { type ExtractionError, extractText } from '../resumes/import/text/extract-text.js';
import { applicationFilePath } from './application-rows.js';
import { auditDownload, contentOf, findFiles, maySee } from './serve-application-files.js';

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

/** Text documents of applications, to be looked at without downloading them. */
export function fileTextResolvers(database: Kysely<Database>) {
  return {
    Query: {
      applicationFileText: allow<QueryApplicationFileTextArgs, Query['applicationFileText']>(
        'user',
        async ({ id }, context) => (await readFileText(database, id, context)) ?? null,
      ),
    },
  } satisfies RootResolvers;
}

/**
 * Reads a DOCX file as plain text, in a process of its own with little memory and no secrets (as resumes that are imported). Macros, pictures,
 * links and scripts are not looked at, so that nothing of them can come through.
 *
 * @returns undefined: there is no such document for the viewer
 */
async function readFileText(
  database: Kysely<Database>,
  id: string,
  { viewer, site, now }: UserContext,
): Promise<ApplicationFileText | undefined> {
  if (!isUuid(id)) return undefined;
  const [file] = await findFiles(database, { kind: 'file', id });
  if (!file || file.site !== site.name || file.content_type !== ATTACHMENT_TYPES.docx) return undefined;
  if (!(await maySee(database, viewer, file, now))) return undefined;
  const isOwn = file.account_id === viewer.accountId;
  if (!isOwn) await auditDownload(database, viewer, { file, asked: { kind: 'file', id } }, now);
  const pieces: Uint8Array[] = [];
  for await (const piece of contentOf(database, file.id)) pieces.push(piece);
  const extracted = await extractText('docx', Buffer.concat(pieces));
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
