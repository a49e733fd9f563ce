import { sql, type Kysely } from 'kysely';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { checkApplication } from '#contract/applications/application-rules.js';
import type { ApplicationInput, ApplyOutcome } from '#contract/generated/resolvers.js';
import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import type { Viewer } from '../../platform/graphql/viewer.js';
import type { StoredAnswer } from '../../platform/database/tables/application-tables.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { isClosed } from '../jobs/closed-job.js';
import { findVisibleJob, type StoredJob } from '../jobs/job.repository.js';
import type { ApplicationViolation } from './application-faults.js';
import type { PendingUploads, PendingFile } from '../../platform/uploads/pending-uploads.js';
import { storeApplication, type NewApplication } from './store-application.js';
import { findEmployerRecipient } from './employer-recipients.js';
import { oneLine, severalLines } from '../../reference/text/typed-lines.js';

export interface Applied {
  outcome: ApplyOutcome;
  /** Of an application that was made, now or before. */
  id?: string;
  violations?: readonly ApplicationViolation[];
}

/**
 * APP-01. A form that is sent twice, at the same time even, makes one application: its key is unique.
 *
 * @param isHuman where a captcha is asked for: uses its solution up, which is done when nothing else is wrong
 */
export async function apply(
  { database, files }: { database: Kysely<Database>; files: PendingUploads },
  input: ApplicationInput,
  context: RequestContext,
  isHuman?: () => Promise<boolean>,
): Promise<Applied> {
  const { site, viewer, now } = context;
  const jobId = parseId(input.jobId);
  if (jobId === undefined) return { outcome: 'closed' };
  const tokens = [...new Set(input.attachments ?? [])];
  const findBefore = () => findSent(database, jobId, input.requestKey, viewer);
  const [job, employer, before, found] = await Promise.all([
    findVisibleJob(database, site.name, input.jobId),
    findEmployerRecipient(database, jobId),
    findBefore(),
    tokens.length > APPLICATION_FILES.most ? [] : files.find(tokens, input.owner ?? '', now),
  ]);
  if (!job || !employer) return { outcome: 'closed' };
  if (before) return before;
  if (job.application_workflow !== 'form' || job.state !== 'published' || isClosed(job, now))
    return { outcome: 'closed' };
  if (site.applications?.needAccount && !viewer) return { outcome: 'login_required' };
  const violations = [...checkTexts(input, job, tokens.length), ...checkFiles(tokens, found)];
  // The same form may have been taken meanwhile, and its files and captcha with it.
  const refuse = async (wrong: readonly ApplicationViolation[]): Promise<Applied> =>
    (await findBefore()) ?? { outcome: 'faults', violations: wrong };
  if (violations.length > 0) return refuse(violations);
  if (isHuman && !(await isHuman())) return refuse([{ field: 'captcha', rule: 'captcha' }]);
  const id = await storeApplication(database, typedApplication(input, job, context), {
    files: found,
    job,
    employer,
    now,
  });
  if (id !== undefined) return { outcome: 'created', id };
  if ((await findVisibleJob(database, site.name, input.jobId))?.state !== 'published') return { outcome: 'closed' };
  // Another request was quicker: the same form, another one of the same person, or one that has taken the files.
  return tokens.length > 0
    ? refuse([{ field: 'attachments', rule: 'fileGone' }])
    : ((await findBefore()) ?? { outcome: 'already_applied' });
}

function typedApplication(
  input: ApplicationInput,
  job: StoredJob,
  { site, language, viewer }: RequestContext,
): NewApplication {
  return {
    site: site.name,
    job_id: job.id,
    organization_id: job.organization_id,
    account_id: viewer?.accountId ?? null,
    request_key: input.requestKey,
    language,
    first_name: oneLine(input.firstName),
    last_name: oneLine(input.lastName),
    email: normalizeEmail(input.emailAddress),
    cover_letter: severalLines(input.coverLetter),
    answers: answersOf(input, job),
  };
}

/** What was made of a form that had been sent before, or of an earlier application of the viewer's. */
async function findSent(
  database: Kysely<Database>,
  jobId: number,
  requestKey: string,
  viewer: Viewer | null,
): Promise<Applied | undefined> {
  const { rows } = await sql<{ id: string; same: boolean }>`
    select id, request_key = ${requestKey} as same from application
    where job_id = ${jobId} and (request_key = ${requestKey}
      or (account_id = ${viewer?.accountId ?? null}::uuid and state <> 'withdrawn'))
    order by same desc limit 1
  `.execute(database);
  const row = rows[0];
  return row && { outcome: row.same ? 'created' : 'already_applied', id: row.id };
}

function checkTexts(input: ApplicationInput, job: StoredJob, attachments: number): ApplicationViolation[] {
  const [firstName, lastName] = [oneLine(input.firstName), oneLine(input.lastName)];
  const { emailAddress } = input;
  const coverLetter = severalLines(input.coverLetter);
  const answers = new Map((input.answers ?? []).map(({ id, answer }) => [id, severalLines(answer)]));
  return checkApplication(
    { firstName, lastName, emailAddress, coverLetter, answers, attachments },
    {
      applicationRequireCv: job.application_require_cv,
      applicationRequireCoverLetter: job.application_require_cover_letter,
      applicationRequireQualifyingQuestions: job.application_require_qualifying_questions,
      applicationQualifyingQuestions: job.application_qualifying_questions,
    },
  );
}

function checkFiles(tokens: readonly string[], files: readonly PendingFile[]): ApplicationViolation[] {
  const field = 'attachments';
  if (tokens.length > APPLICATION_FILES.most) return [{ field, rule: 'filesMany' }];
  if (files.length < tokens.length) return [{ field, rule: 'fileGone' }];
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return size > APPLICATION_FILES.maxTotalBytes ? [{ field, rule: 'filesSize' }] : [];
}

function answersOf(input: ApplicationInput, job: StoredJob): StoredAnswer[] {
  const given = new Map((input.answers ?? []).map(({ id, answer }) => [id, severalLines(answer)]));
  return job.application_qualifying_questions.flatMap(({ id, text: question }) => {
    const answer = given.get(id);
    return answer ? [{ id, question, answer }] : [];
  });
}
