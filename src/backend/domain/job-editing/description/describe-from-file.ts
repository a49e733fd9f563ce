import { sql, type Kysely } from 'kysely';
import { ATTACHMENT_TYPES, RESUME_FILE } from '#contract/applications/uploads.js';
import { valuesOf } from '#contract/defined-form/field-values.js';
import type { JobDraftResult } from '#contract/generated/resolvers.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { htmlOfPlainText } from '#shared/text/plain-text.js';
import type { Database } from '../../../platform/database/schema.js';
import { type FileContents, readingAgain } from '../../../platform/files/store/file-contents.js';
import { ObjectStoreError } from '../../../platform/object-storage/s3-client.js';
import { refused } from '../../../platform/graphql/allow.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { readFileValue } from '../../forms/sanitized-fields.js';
import { jobErrors } from '../../jobs/job-errors.js';
import { extractText } from '../../resumes/import/text/extract-text.js';
import type { JobEditing } from '../job-editing.js';

interface Dependencies {
  database: Kysely<Database>;
  contents: FileContents;
  editing: Pick<JobEditing, 'find' | 'rulesOf' | 'save'>;
}

const KINDS = { [ATTACHMENT_TYPES.pdf]: 'pdf', [ATTACHMENT_TYPES.docx]: 'docx' } as const;

/** Lines with at least this length count as wrapped, unless they end a sentence. */
const WRAPPED_LENGTH = 60;
const BULLET = /^\s*(?:[-*•–▪●◦]|\d+[.)])\s+/;

/**
 * Appends the text of a job's file to the description in its draft, to be edited before publication. The file is parsed in a separate
 * process, like resumes, with the same size limit.
 *
 * @param version version of the draft on which the change is based
 * @throws FORBIDDEN for a job that is not the viewer's, whether it exists or not
 */
export async function describeFromFile(
  { database, contents, editing }: Dependencies,
  { id, version }: { id: string; version: number },
  context: UserContext,
): Promise<JobDraftResult> {
  const drafted = await editing.find(id, context);
  if (!drafted) throw refused('describeJobFromFile', 'forbidden');
  const { job, fields } = drafted;
  const file = await findReadableFile({ database, contents }, readFileValue(valuesOf(fields, 'file')[0])?.id);
  if (!file) return faulty('fileText', context);
  if (file === 'unavailable') return faulty('fileBusy', context);
  const extracted = await extractText(file.kind, file.bytes);
  if ('violation' in extracted)
    return faulty(extracted.violation === 'busy' || extracted.violation === 'slow' ? 'fileBusy' : 'fileText', context);
  const definition = jobFields(job.type, editing.rulesOf(context)).find(({ name }) => name === 'description');
  const before = valuesOf(fields, 'description')[0] ?? '';
  const room = (definition?.settings.maxLength ?? Infinity) - before.length;
  const description = before + htmlOfFileLines(extracted.lines, room);
  const change = { id, type: job.type, version, fields: [{ name: 'description', values: [description] }] };
  return editing.save(change, context);
}

type ReadableFile = { kind: 'pdf' | 'docx'; bytes: Buffer };

/** @returns `unavailable` if the file store is not available now */
async function findReadableFile(
  { database, contents }: Omit<Dependencies, 'editing'>,
  id: string | undefined,
): Promise<ReadableFile | 'unavailable' | undefined> {
  if (id === undefined) return undefined;
  try {
    return await readingAgain(async () => {
      const { rows } = await sql<{ content_type: keyof typeof KINDS; bytes: Buffer | null; key: string | null }>`
        select f.content_type, f.bytes, f.object_key as key from file f left join stored_object o on o.key = f.object_key
        where f.id = ${id}::uuid and f.content_type = any(${Object.keys(KINDS)}::text[])
          and coalesce(octet_length(f.bytes), o.size) <= ${RESUME_FILE.mostBytes}
      `.execute(database);
      const [found] = rows;
      const bytes = found && (found.key === null ? found.bytes : await contents.read(found.key));
      return found && bytes ? { kind: KINDS[found.content_type], bytes } : undefined;
    });
  } catch (error) {
    if (error instanceof ObjectStoreError) return 'unavailable';
    throw error;
  }
}

function faulty(rule: 'fileText' | 'fileBusy', context: UserContext): JobDraftResult {
  return { id: null, version: null, conflict: null, errors: jobErrors([{ field: 'file', rule }], context) };
}

/**
 * Converts the lines of a file to rich text: wrapped lines are joined to paragraphs, and lines with bullets become lists.
 *
 * @param maxLength maximum length of the HTML; paragraphs that do not fit are left out
 */
export function htmlOfFileLines(lines: readonly string[], maxLength: number): string {
  const blocks: string[][] = [];
  let before = '';
  for (const each of lines) {
    const line = each.replace(/\s+/g, ' ').trim();
    if (line === '') {
      before = '';
      continue;
    }
    const isBullet = BULLET.test(line);
    const text = isBullet ? line.replace(BULLET, '- ') : line;
    const block = blocks.at(-1);
    if (block && isBullet && BULLET.test(block[0]!)) block.push(text);
    else if (block && !isBullet && isWrapped(before)) block.push(`${block.pop() ?? ''} ${text}`);
    else blocks.push([text]);
    before = line;
  }
  let html = '';
  for (const block of blocks) {
    const next = html + htmlOfPlainText(block.join('\n'));
    if (next.length > maxLength) return html;
    html = next;
  }
  return html;
}

function isWrapped(line: string): boolean {
  return line.length >= WRAPPED_LENGTH && !/[.:!?]$/.test(line);
}
