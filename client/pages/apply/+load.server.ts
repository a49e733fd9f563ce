import {
  AppliedToDocument,
  JobToApplyForDocument,
  ResumeToSendDocument,
  type ResumeToSendQuery,
  type JobToApplyForFragment,
} from '#contract/generated/operations.js';
import {
  ANSWER_FIELDS,
  answersOf,
  applicationField,
  lostAnswers,
  QUESTIONS_FIELD,
  RESUME_FIELD,
  type TypedAnswer,
  typedAnswers,
} from '#contract/applications/application-form.js';
import type { SentForm } from '#contract/applications/sent-form.js';
import { readSource, SOURCE_FIELD, type ViewSource, withSource } from '#contract/view-source.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { applyPath, LOGIN_PATH, ownApplicationPath } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import { knownOf } from '../../features/applications/form/known-of.server';
import { lookUp } from '../../lib/lookup';
import { absentPage, type PageData } from '../../lib/page-data';
import { type PendingFormFile, pendingFormFiles, type PageForm, pageForm } from '../../lib/page-form';

export interface ApplyPageData extends PageData {
  job: JobToApplyForFragment;
  /** undefined if the application has been sent. */
  form?: PageForm;
  kept: readonly PendingFormFile[];
  draftKey: string;
  /** Answers in the sent form to questions that the employer has changed or removed since. */
  lost: readonly TypedAnswer[];
  /** The visitor's resume on the site; null if there is none, or if it is currently unavailable. */
  resume: ResumeToSendQuery['ownResume'];
  /** Whether the form was sent with neither files nor letter: the applicant is asked once to confirm that. */
  isUnfinished: boolean;
  /** Whether the visitor must solve a captcha, because they are not logged in. */
  isAsked: boolean;
  /** Whether the form is shown for the first time: the applicant begins to apply. */
  isFresh: boolean;
  /** Source from which the applicant came to the job; undefined if it is unknown. */
  source: ViewSource | undefined;
}

/** Shown after a form was sent for a job that takes no applications by form (any more). */
export interface EndedPageData extends PageData {
  ended: {
    /** null if the visitor may not know anything about the job, or if there never was one. */
    job: JobToApplyForFragment | null;
    /** Whether the form was sent before, so that only changes of it have not arrived. */
    isSentBefore: boolean;
    coverLetter: string;
    answers: readonly TypedAnswer[];
  };
}

const MOVED = 301;
const FOUND = 302;
const GONE = 410;

export async function load(request: PageRequest): Promise<ApplyPageData | EndedPageData | PageData> {
  const { locale, messages, site, viewer, query, href, path } = request;
  const id = path.split('/')[2] ?? '';
  const found = lookUp(await request.graphql(JobToApplyForDocument, { id }), (data) => data.job);
  // A job that was unpublished or deleted meanwhile: what was typed is kept, and nothing is said about the job.
  if (found.kind === 'missing' && request.form) return endedPage(request, request.form, null);
  if (found.kind !== 'found') return absentPage(request, found);
  const job = found.value;
  const isOpen = job.state === 'published' && job.applicationWorkflow === 'form';
  if (request.form && !isOpen) return endedPage(request, request.form, job);
  const t = translator(locale, messages);
  const head = { title: t('applications.form.pageTitle', { title: job.title }), robots: 'noindex' as const };
  const own = applyPath(job.id, job.title);
  const source = request.form ? readSource(request.form.values[SOURCE_FIELD]) : request.applicationSource(job.id);
  if (path !== own && !request.form) return redirect(request, MOVED, href(withSource(own, source)), head);
  const common = {
    head,
    job,
    kept: [],
    lost: [],
    draftKey: `${job.id}-${viewer?.user.id ?? ''}`,
    isAsked: false,
    isUnfinished: false,
    isFresh: request.form === undefined,
    source,
  };
  if (query.get('notice') === 'sent' && !request.form) return common;
  if (!isOpen) return redirect(request, FOUND, href(job.url.path), head);
  if (site.features.forcedRegistration && !viewer && !request.isViewerUnknown)
    return redirect(
      request,
      FOUND,
      href(`${LOGIN_PATH}?destination=${encodeURIComponent(href(withSource(own, source)))}`),
      head,
    );
  const applied = viewer && !request.form ? await findApplied(request, job.id) : undefined;
  if (applied) return redirect(request, FOUND, `${href(ownApplicationPath(applied))}?notice=already`, head);
  const form = atQuestions(pageForm(request), job);
  const takesFiles = site.features.attachmentsBox || job.applicationRequireCv;
  const resume = viewer && site.features.resume && takesFiles ? await findResume(request) : null;
  // A form that was sent before, and is now to be sent with changes, is a new one.
  const requestKey = (!isSentBefore(form.errors) && form.values.requestKey) || crypto.randomUUID();
  return {
    ...common,
    form: {
      ...form,
      action: href(own),
      values: {
        ...(request.form ? form.values : { ...(await knownOf(request)), [RESUME_FIELD]: resume ? 'yes' : '' }),
        requestKey,
        [SOURCE_FIELD]: source ?? '',
      },
    },
    resume,
    lost: request.form ? lostAnswers(request.form.values, idsOf(job)) : [],
    isUnfinished: request.form !== undefined && form.errors.length === 0,
    kept: pendingFormFiles(form.values.attachments),
    isAsked: site.features.applicationCaptcha && !viewer,
  };
}

/** What was typed into the form is only on this page, so that it can be copied: nothing of it is stored. */
function endedPage(
  request: PageRequest,
  { values, errors }: SentForm,
  job: JobToApplyForFragment | null,
): EndedPageData {
  request.respond({ status: GONE, personal: true });
  return {
    head: { title: translator(request.locale, request.messages)('applications.ended.title'), robots: 'noindex' },
    ended: {
      job,
      isSentBefore: isSentBefore(errors),
      coverLetter: values.coverLetter ?? '',
      answers: typedAnswers(values),
    },
  };
}

function isSentBefore(errors: SentForm['errors']): boolean {
  return errors.some(({ field }) => field === 'requestKey');
}

/**
 * Applicants who have already applied need not fill in the form.
 *
 * @returns the id of the application; undefined also if it is currently unavailable
 */
async function findApplied(request: PageRequest, jobId: string): Promise<string | undefined> {
  const answer = await request.graphql(AppliedToDocument, {});
  if (!answer.ok) return undefined;
  return answer.data.ownApplications.find(({ job, state }) => job.id === jobId && state !== 'withdrawn')?.id;
}

/** The employer may have changed the questions since the sent page was created: each answer and each error stays at its question. */
function atQuestions(form: PageForm, job: JobToApplyForFragment): PageForm {
  const ids = idsOf(job);
  const answers = answersOf(form.values);
  const answered = ids.map((id, index) => [ANSWER_FIELDS[index]!, answers.get(id) ?? ''] as const);
  const shown = { [QUESTIONS_FIELD]: ids.join(' ') };
  return {
    ...form,
    errors: form.errors.map(({ field, message }) => ({ field: field && applicationField(field, shown), message })),
    values: Object.fromEntries([...Object.entries(form.values), ...answered]),
  };
}

function idsOf({ applicationQualifyingQuestions }: JobToApplyForFragment): string[] {
  return applicationQualifyingQuestions.map(({ id }) => id);
}

async function findResume(request: PageRequest): Promise<ApplyPageData['resume']> {
  const answer = await request.graphql(ResumeToSendDocument, {});
  return answer.ok ? answer.data.ownResume : null;
}

function redirect(request: PageRequest, status: number, location: string, head: PageData['head']): PageData {
  request.respond({ status, headers: { location }, personal: true });
  return { head, failure: { status, reference: request.requestId } };
}
