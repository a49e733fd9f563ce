import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { checkApplication } from '#contract/applications/application-rules.js';
import { comparedAnswer } from '#contract/applications/screening.js';
import type { ApplicationInput, ApplyOutcome } from '#contract/generated/resolvers.js';
import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import { jobApplicationPath, jobPath, ownApplicationPath } from '#contract/pages/paths.js';
import { captchaRule, type CaptchaVerdict } from '../../../platform/captcha/captcha.js';
import type { Viewer, RequestContext } from '../../../platform/graphql/request-context.js';
import type { StoredAnswer, ApplicationTable } from '../../../platform/database/tables/application-tables.js';
import { parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { isClosed, findVisibleJob, type StoredJob } from '../../jobs/job.repository.js';
import type { ApplicationViolation } from '../application-errors.js';
import { insertingMails, type Mail } from '../../../platform/mail/outbox.js';
import { textsOf } from '../../../platform/texts/site-texts.js';
import type { PendingUploads, PendingFile } from '../../../platform/uploads/pending-uploads.js';
import type { FindResumeToSend, ResumeToSend } from '../../resumes/document/own-resume-file.js';
import { findEmployerRecipient, memberDetails, type EmployerRecipient } from '../recipients/employer-recipients.js';
import type { ViewSource } from '#contract/view-source.js';
import { countingSent } from '../../jobs/views/job-views.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';

export interface Applied {
  outcome: ApplyOutcome;
  /** Id of the application, whether it was made now or before. */
  id?: string;
  violations?: readonly ApplicationViolation[];
}

const SENT_ALREADY: ApplicationViolation = { field: 'requestKey', rule: 'sentAlready' };

/**
 * Applies for a job (APP-01). A form that is sent twice, even concurrently, makes one application: its request key is unique.
 *
 * @param input form, with the source that led the applicant to the job; the source is counted, but not stored with the application
 * @param judge consumes the captcha's solution, if a captcha is required; called only when the rest of the input is valid
 */
export async function apply(
  deps: { database: Kysely<Database>; files: PendingUploads; resumeToSend: FindResumeToSend },
  input: ApplicationInput & { source?: ViewSource | null },
  context: RequestContext,
  judge?: () => Promise<CaptchaVerdict>,
): Promise<Applied> {
  const { database, files, resumeToSend } = deps;
  const { site, viewer, now } = context;
  const jobId = parseId(input.jobId);
  if (jobId === undefined) return { outcome: 'closed' };
  const tokens = [...new Set(input.attachments ?? [])];
  const findFiles = async () =>
    tokens.length > APPLICATION_FILES.most ? [] : files.find(tokens, input.owner ?? '', now);
  const [job, employer, sent, found, resume] = await Promise.all([
    findVisibleJob(database, site.name, input.jobId),
    findEmployerRecipient(database, jobId),
    findSent(database, jobId, input.requestKey, viewer),
    findFiles(),
    input.withResume && viewer ? resumeToSend({ ...context, viewer }) : undefined,
  ]);
  if (!job || !employer) {
    // The answer to the same form may have been lost. Its request key tells nothing about the job to others.
    const isSent = sent?.isSameForm && sent.state !== 'withdrawn';
    return isSent ? { outcome: 'faults', violations: [SENT_ALREADY] } : { outcome: 'closed' };
  }
  const typed = typedApplication(input, job, context);
  const outcomeOf = async (sent: SentApplication): Promise<Applied> => {
    const { id, isSameForm, state } = sent;
    const isWithdrawn = state === 'withdrawn';
    // A file that is still pending was added after the form had been sent.
    const isRepeated = isSameForm && isSame(sent, typed, input) && (await findFiles()).length === 0;
    if (isRepeated && !isWithdrawn) return { outcome: 'created', id };
    if (sent.account_id !== null && sent.account_id === viewer?.accountId && !isWithdrawn)
      return { outcome: 'already_applied', id };
    return { outcome: 'faults', violations: [SENT_ALREADY] };
  };
  const findBefore = async () => {
    const before = await findSent(database, jobId, input.requestKey, viewer);
    return before && outcomeOf(before);
  };
  if (sent) return outcomeOf(sent);
  if (job.application_workflow !== 'form' || job.state !== 'published' || isClosed(job, now))
    return { outcome: 'closed' };
  if (site.applications?.needAccount && !viewer) return { outcome: 'login_required' };
  const attached = tokens.length + (resume ? 1 : 0);
  const violations = [
    ...checkTexts(input, job, attached),
    ...(input.withResume && !resume ? [{ field: 'withResume', rule: 'noResume' } as const] : []),
    ...checkFiles({ tokens, found, attached, areTaken: takesFiles(context, job) }),
  ];
  // A concurrent request may have accepted the same form meanwhile, and consumed its files and captcha.
  const refuse = async (violations: readonly ApplicationViolation[]): Promise<Applied> =>
    (await findBefore()) ?? { outcome: 'faults', violations: violations };
  if (violations.length > 0) return refuse(violations);
  const rule = judge && captchaRule(await judge());
  if (rule) return refuse([{ field: 'captcha', rule }]);
  const added = resume ? await addResume(deps, resume, input, context) : [];
  if ('violation' in added) return refuse([added.violation]);
  const application = { ...typed, resume: resume?.document ?? null };
  const id = await storeApplication(database, application, {
    files: [...added, ...found],
    job,
    employer,
    source: input.source ?? undefined,
    now,
  });
  if (id !== undefined) return { outcome: 'created', id };
  if ((await findVisibleJob(database, site.name, input.jobId))?.state !== 'published') return { outcome: 'closed' };
  // A concurrent request was faster: the same form, another one of the same person, or one that has claimed the files.
  return tokens.length > 0
    ? refuse([{ field: 'attachments', rule: 'fileGone' }])
    : ((await findBefore()) ?? { outcome: 'already_applied' });
}

function typedApplication(
  input: ApplicationInput,
  job: StoredJob,
  context: RequestContext,
): Omit<NewApplication, 'resume'> {
  const { site, language, viewer } = context;
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
    answers: answersOf(input, job, context),
  };
}

type TypedTexts = Pick<NewApplication, 'first_name' | 'last_name' | 'email' | 'cover_letter' | 'answers'>;

type SentApplication = TypedTexts &
  Pick<Selectable<ApplicationTable>, 'id' | 'account_id' | 'state' | 'resume'> & { isSameForm: boolean };

/** Finds the application that an earlier request with this form has made, or an earlier application of the viewer's. */
async function findSent(
  database: Kysely<Database>,
  jobId: number,
  requestKey: string,
  viewer: Viewer | null,
): Promise<SentApplication | undefined> {
  const { rows } = await sql<SentApplication>`
    select id, account_id, state, first_name, last_name, email, cover_letter, answers, resume, request_key = ${requestKey} as "isSameForm"
    from application
    where job_id = ${jobId} and (request_key = ${requestKey}
      or (account_id = ${viewer?.accountId ?? null}::uuid and state <> 'withdrawn'))
    order by "isSameForm" desc limit 1
  `.execute(database);
  return rows[0];
}

/** Whether a form contains what was sent before. The words of a yes or no depend on the language of the page. */
function isSame(sent: SentApplication, typed: TypedTexts, { withResume }: ApplicationInput): boolean {
  const factsOf = ({ first_name, last_name, email, cover_letter, answers }: TypedTexts) =>
    JSON.stringify([
      first_name,
      last_name,
      email,
      cover_letter,
      answers.map(({ id, answer, value }) => [id, value ?? answer]),
    ]);
  return factsOf(sent) === factsOf(typed) && (sent.resume !== null) === (withResume ?? false);
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

/** Whether an application for the job may have files: an employer who requires a resume gets it on every site. */
function takesFiles({ site }: RequestContext, job: StoredJob): boolean {
  return job.application_require_cv || site.applications?.attachments !== false;
}

/** @param files.attached number of attachments, including the resume */
function checkFiles(files: {
  tokens: readonly string[];
  found: readonly PendingFile[];
  attached: number;
  areTaken: boolean;
}): ApplicationViolation[] {
  const { tokens, found, attached, areTaken } = files;
  const field = 'attachments';
  if (attached > 0 && !areTaken) return [{ field, rule: 'noFiles' }];
  if (attached > APPLICATION_FILES.most) return [{ field, rule: 'filesMany' }];
  if (found.length < tokens.length) return [{ field, rule: 'fileGone' }];
  const size = found.reduce((sum, file) => sum + file.size, 0);
  return size > APPLICATION_FILES.maxTotalBytes ? [{ field, rule: 'filesSize' }] : [];
}

/**
 * Creates the file of a resume once everything else is valid; if the application is not made after all, the file expires like any other.
 */
async function addResume(
  { files }: { files: PendingUploads },
  resume: ResumeToSend,
  input: ApplicationInput,
  { site, now }: RequestContext,
): Promise<PendingFile[] | { violation: ApplicationViolation }> {
  const owner = input.owner ?? input.requestKey;
  const part = { token: null, name: resume.fileName, offset: 0, last: true, owner };
  const taken = await files.take(part, await resume.render(), { site: site.name, now });
  return taken.ok ? files.find([taken.file.token], owner, now) : { violation: taken.violation };
}

/** Answers to store. A yes or no is also stored as the text of the form, as the applicant has read it. */
function answersOf(input: ApplicationInput, job: StoredJob, { site, locale }: RequestContext): StoredAnswer[] {
  const given = new Map((input.answers ?? []).map(({ id, answer }) => [id, severalLines(answer)]));
  const { t } = textsOf(site, locale);
  return job.application_qualifying_questions.flatMap(({ id, text: question, ...definition }) => {
    const answer = given.get(id);
    if (!answer) return [];
    const value = comparedAnswer(definition, answer);
    const words = definition.type === 'yes_no' ? t(`application-answers.yesNo.${answer}`) : answer;
    return [{ id, question, answer: words, ...(value !== undefined && { value }) }];
  });
}

/** Fields of a new application, as typed. */
type NewApplication = Pick<
  Selectable<ApplicationTable>,
  | ('site' | 'job_id' | 'organization_id' | 'account_id' | 'request_key' | 'language')
  | ('first_name' | 'last_name' | 'email' | 'cover_letter' | 'answers')
>;

/**
 * Stores the application, its files, its first event, its count and the mails to both sides in one statement, so that it is atomic and
 * takes one round trip.
 *
 * The job's row is locked against concurrent archiving: no application can arrive after the final answers were sent.
 *
 * @returns the id; undefined if the application exists already, the job is no longer published, or a file no longer exists
 */
async function storeApplication(
  database: Kysely<Database>,
  application: NewApplication,
  {
    files,
    job,
    employer,
    source,
    now,
  }: {
    files: readonly PendingFile[];
    job: StoredJob;
    employer: EmployerRecipient;
    source: ViewSource | undefined;
    now: Date;
  },
): Promise<string | undefined> {
  const id = randomUUID();
  const row = JSON.stringify({ id, ...application });
  const fileIds = files.map((file) => file.id);
  const { rows } = await sql`
    with open as materialized (
      select id from job where id = ${job.id} and state = 'published' for share
    ), file as materialized (
      select id from application_file where id = any(${fileIds}::uuid[]) and application_id is null and complete for update
    ), made as (
      insert into application (id, site, job_id, organization_id, account_id, request_key, language, first_name, last_name, email,
        cover_letter, answers, resume, created_at, updated_at)
      select id, site, job_id, organization_id, account_id, request_key, language, first_name, last_name, email,
        cover_letter, answers, nullif(resume, 'null'::jsonb), ${now}, ${now}
      from jsonb_populate_record(null::application, ${row}::jsonb)
      where (select count(*) from file) = ${fileIds.length} and exists (select from open)
      on conflict do nothing returning id, account_id
    ), claimed as (
      update application_file set application_id = made.id, token = null, owner = null,
        position = array_position(${fileIds}::uuid[], application_file.id)
      from made where application_file.id = any(${fileIds}::uuid[])
    ), event as (
      insert into application_event (application_id, at, state, by_employer, account_id)
      select id, ${now}, 'new', false, account_id from made
    ), counted as (${countingSent('made', { jobId: job.id, source, now })}
    ), mailed as (${insertingMails(mailsOf({ id, ...application }, { files, job, employer }), 'made', now)})
    select from made
  `.execute(database);
  return rows.length > 0 ? id : undefined;
}

function mailsOf(
  { id, site, language, email, first_name, last_name, account_id }: NewApplication & { id: string },
  { files, job, employer }: { files: readonly PendingFile[]; job: StoredJob; employer: EmployerRecipient },
): Mail[] {
  const { organization, recipients } = employer;
  const mailDetails = { name: `${first_name} ${last_name}`, title: job.title, organization };
  const sent = {
    ...mailDetails,
    jobPath: jobPath(String(job.id), job.title),
    files: files.map((file) => file.name).join(', '),
    // Only applicants with an account can see their applications.
    ...(account_id === null ? {} : { path: ownApplicationPath(id) }),
  };
  return [
    { site, language, template: 'application-sent', recipient: email, details: sent },
    ...recipients.map((recipient): Mail => {
      const path = jobApplicationPath(String(job.id), id);
      const details = { ...mailDetails, ...memberDetails(recipient, job.id), email, path };
      return {
        site,
        language: recipient.language,
        recipient: recipient.email,
        template: 'application-received',
        details,
      };
    }),
  ];
}
