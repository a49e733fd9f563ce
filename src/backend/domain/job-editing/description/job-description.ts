import { sql, type Kysely } from 'kysely';
import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import type {
  JobDescriptionInput,
  JobDescriptionStart,
  JobFact,
  JobDraftResult,
} from '#contract/generated/resolvers.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import type { JobFormViolation } from '#contract/job-form/check-job-form.js';
import { JOB_TYPES, DESCRIPTION_LANGUAGES, MAX_DESCRIPTIONS_PER_DAY } from '#contract/job-form/job-form.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import { ATTACHMENT_TYPES, RESUME_FILE } from '#contract/applications/uploads.js';
import { valuesOf } from '#contract/defined-form/field-values.js';
import { htmlOfPlainText } from '#shared/text/plain-text.js';
import type { Database } from '../../../platform/database/schema.js';
import { refused, chosenOrganization } from '../../../platform/graphql/allow.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import { sanitizedFields, readFileValue } from '../../forms/field-values.js';
import { jobErrors } from '../../jobs/job-errors.js';
import { textOfHtml } from '../../content/page-head.js';
import type { JobEditing } from '../job-editing.js';
import { type FileContents, readingAgain } from '../../../platform/files/store/file-contents.js';
import { ObjectStoreError } from '../../../platform/object-storage/s3-client.js';
import { extractText } from '../../resumes/import/text/extract-text.js';

/** Fields that may be sent to the generator, in the order of the form. Dates, people's addresses and ways to apply are never sent. */
const FACTS: readonly string[] = [
  ...['title', 'description', 'availabilityPeriod', 'organizationAssignment', 'remoteOptions'],
  ...['locality', 'administrativeArea', 'countryCode', 'employmentType', 'occupationalField', 'industries'],
  ...['fieldsOfStudy', 'degreeLevel', 'yearsOfExperience', 'minSalary', 'maxSalary', 'currencyCode', 'salaryUnit'],
  ...['salaryRange', 'languages', 'languagesFree', 'skills', 'skillsFree', 'benefits'],
];
/** Maximum length of a value; an existing description serves as notes. */
const MAX_FACT_LENGTH = 4000;

interface Dependencies {
  database: Kysely<Database>;
  terms: TermCatalog;
  editing: Pick<JobEditing, 'find' | 'rulesOf'>;
}

/**
 * Admits a user to the description generator, and collects the facts that it gets (ROLE-08).
 *
 * @throws FORBIDDEN if the site has no generator, and for a job or organization that is not the viewer's
 */
export async function startDescription(
  { database, terms, editing }: Dependencies,
  input: JobDescriptionInput,
  context: UserContext,
): Promise<JobDescriptionStart> {
  if (!context.site.aiDescription) throw refused('startJobDescription', 'forbidden');
  const job = await describedJob(database, editing, input, context);
  const rules = editing.rulesOf(context);
  const definitions = JOB_TYPES.flatMap((type) => jobFields(type, rules)).filter(({ name }) => FACTS.includes(name));
  const sent = sanitizedFields(input.fields, definitions, context.viewer.roles);
  if (!sent) return faulty({ rule: 'tooMuch' }, context);
  const values = { ...job.fields, ...sent };
  if (!values.title?.[0]) return faulty({ field: 'title', rule: 'required' }, context);
  if (!(await countUse(database, job.organizationId, dayIn(timeZoneOf(context.site), context.now))))
    return faulty({ rule: 'descriptions' }, context);
  const language = DESCRIPTION_LANGUAGES.find((known) => known === input.language) ?? DESCRIPTION_LANGUAGES[0];
  const facts = factsOf(definitions, values, { terms, language });
  return { facts: [{ field: 'organization', values: [job.organizationName] }, ...facts], errors: [] };
}

async function describedJob(
  database: Kysely<Database>,
  editing: Pick<JobEditing, 'find'>,
  { id, organizationId }: JobDescriptionInput,
  context: UserContext,
): Promise<{ organizationId: number; organizationName: string; fields: FieldValues }> {
  if (id != null) {
    const drafted = await editing.find(id, context);
    if (!drafted) throw refused('startJobDescription', 'forbidden');
    const { job, organization, fields } = drafted;
    return { organizationId: job.organization_id, organizationName: organization.name, fields };
  }
  const chosen = chosenOrganization('startJobDescription', organizationId, context);
  const organization =
    chosen === undefined
      ? undefined
      : await database
          .selectFrom('organization')
          .select(['id', 'name'])
          .where('id', '=', chosen)
          .where('site', '=', context.site.name)
          .executeTakeFirst();
  if (!organization) throw refused('startJobDescription', 'forbidden');
  return { organizationId: organization.id, organizationName: organization.name, fields: {} };
}

/** Counts in one statement, so that concurrent processes agree. @returns false if the daily limit has been reached */
async function countUse(database: Kysely<Database>, organizationId: number, day: string): Promise<boolean> {
  const { rows } = await sql`
    insert into job_description_use as used (organization_id, day, uses) values (${organizationId}, ${day}::date, 1)
    on conflict (organization_id) do update
      set day = excluded.day, uses = case when used.day = excluded.day then used.uses + 1 else 1 end
      where used.day <> excluded.day or used.uses < ${MAX_DESCRIPTIONS_PER_DAY}
    returning uses
  `.execute(database);
  return rows.length > 0;
}

function factsOf(
  definitions: readonly FieldDefinition[],
  values: FieldValues,
  { terms, language }: { terms: TermCatalog; language: string },
): JobFact[] {
  const countries = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  const wordsOf = (type: FieldDefinition['type'], value: string): string => {
    if (type === 'term') return terms.term(Number(value), language)?.label ?? '';
    if (type === 'country') return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? '') : '';
    return (type === 'rich_text' ? textOfHtml(value) : value).slice(0, MAX_FACT_LENGTH);
  };
  return FACTS.flatMap((field) => {
    const type = definitions.find(({ name }) => name === field)?.type;
    if (!type) return [];
    const words = (values[field] ?? []).map((value) => wordsOf(type, value)).filter((word) => word !== '');
    return words.length > 0 ? [{ field, values: words }] : [];
  });
}

function faulty(violation: JobFormViolation, context: UserContext): JobDescriptionStart {
  return { facts: [], errors: jobErrors([violation], context) };
}

interface FileDependencies {
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
  { database, contents, editing }: FileDependencies,
  { id, version }: { id: string; version: number },
  context: UserContext,
): Promise<JobDraftResult> {
  const drafted = await editing.find(id, context);
  if (!drafted) throw refused('describeJobFromFile', 'forbidden');
  const { job, fields } = drafted;
  const file = await findReadableFile({ database, contents }, readFileValue(valuesOf(fields, 'file')[0])?.id);
  if (!file) return refusedFile('fileText', context);
  if (file === 'unavailable') return refusedFile('fileBusy', context);
  const extracted = await extractText(file.kind, file.bytes);
  if ('violation' in extracted)
    return refusedFile(
      extracted.violation === 'busy' || extracted.violation === 'slow' ? 'fileBusy' : 'fileText',
      context,
    );
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
  { database, contents }: Omit<FileDependencies, 'editing'>,
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

function refusedFile(rule: 'fileText' | 'fileBusy', context: UserContext): JobDraftResult {
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
