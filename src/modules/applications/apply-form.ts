import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import {
  ANSWER_FIELDS,
  answersOf,
  ASKED_FIELD,
  LOST_ANSWERS_FIELD,
  QUESTION_TEXTS_FIELD,
  QUESTIONS_FIELD,
  RESUME_FIELD,
} from '#contract/applications/application-form.js';
import { checkApplication, type ApplicationRequirements } from '#contract/applications/application-rules.js';
import {
  ApplicationRequirementsDocument,
  type ApplicationInput,
  ApplyToJobDocument,
  ApplyToJobFromDocument,
  type ApplyToJobMutation,
  AddToApplicationDocument,
} from '#contract/generated/operations.js';
import { type GraphqlResult, isUnsupported } from '#contract/backend/graphql-outcome.js';
import { APPLY_PATH, LOGIN_PATH, ownApplicationPath, OWN_APPLICATION_PATH } from '#contract/pages/paths.js';
import { readSource, SOURCE_FIELD, type ViewSource, withSource } from '#contract/view-source.js';
import { again, type CaptchaSolver, failed } from '../account/index.js';
import type { FormAction, FormContext, FormOutcome } from '../forms/index.js';
import { APPLICATION_FORM_FILES, FILES_FIELD, REFUSED_FIELD, tokensOf } from './sent-files.js';

const NOT_FOUND = 404;

/** Additions of applicants to their application: a message, files or both. */
export const additionForm: FormAction = {
  paths: [`${OWN_APPLICATION_PATH}/{id}/add`],
  fields: [{ name: 'body' }, { name: FILES_FIELD, multiple: true }, { name: REFUSED_FIELD, multiple: true }],
  files: {
    ...APPLICATION_FORM_FILES,
    async refusal({ body = '' }, call) {
      const addition = { body, attachments: [], owner: call.owner };
      const failure = await call.refusalOf(AddToApplicationDocument, { id: '', addition });
      return failure && failed(failure, call);
    },
  },
  async handle(values, call) {
    const id = call.path.split('/')[2]!;
    const addition = { body: values.body ?? '', attachments: tokensOf(values), owner: call.owner };
    const answer = await call.graphql(AddToApplicationDocument, { id, addition });
    if (!answer.ok) return failed(answer.failure, call);
    const result = answer.data.addToApplication;
    if (!result)
      return { kind: 'again', errors: [{ field: null, message: call.t('applications.missing') }], status: NOT_FOUND };
    if (result.errors.length > 0) return again(result.errors);
    return { kind: 'done', redirect: call.href(`${ownApplicationPath(id)}?notice=added#main`) };
  },
};

type Values = Readonly<Record<string, string>>;

const OK = 200;
const GONE = 410;
const TOO_MANY = 429;

/** APP-01. A form that is sent twice creates one application, because the idempotency key was created with the page. */
export function applyForm(captchas: Pick<CaptchaSolver, 'solve'>): FormAction {
  return {
    paths: [`${APPLY_PATH}/{number}/{slug}`],
    fields: [
      { name: 'requestKey' },
      { name: 'firstName' },
      { name: 'lastName' },
      { name: 'emailAddress' },
      { name: 'coverLetter' },
      // The ids of the questions, in the order of their fields.
      { name: QUESTIONS_FIELD },
      // Only for the page, which shows what was typed if the employer changes the questions or closes the job.
      { name: QUESTION_TEXTS_FIELD },
      { name: LOST_ANSWERS_FIELD },
      ...ANSWER_FIELDS.map((name) => ({ name })),
      { name: FILES_FIELD, multiple: true },
      { name: REFUSED_FIELD, multiple: true },
      { name: ASKED_FIELD },
      { name: RESUME_FIELD },
      // The source that led the applicant to the job.
      { name: SOURCE_FIELD },
      { name: 'captcha', secret: true },
      { name: HONEYPOT_FIELD, secret: true },
    ],
    files: APPLICATION_FORM_FILES,
    async handle(values, call) {
      const jobId = call.path.split('/')[2]!;
      const sent: FormOutcome = { kind: 'done', redirect: call.href(`${call.path}?notice=sent`) };
      // Honeypot: people do not see this field, so a program filled it in. It gets the normal response, so that it does not notice.
      if (values[HONEYPOT_FIELD]) return sent;
      if (await mayBeUnfinished(values, jobId, call)) return { kind: 'again', errors: [], status: OK };
      const captcha = await solved(values, jobId, call, captchas);
      if (captcha === undefined) {
        const message = call.t('account.withoutScripts', { email: call.site.contactEmail });
        return { kind: 'again', errors: [{ field: null, message }], status: TOO_MANY };
      }
      const source = readSource(values[SOURCE_FIELD]);
      const input = {
        jobId,
        requestKey: (values.requestKey ?? '').slice(0, 100).padEnd(16, '-'),
        firstName: values.firstName!,
        lastName: values.lastName!,
        emailAddress: values.emailAddress!,
        coverLetter: values.coverLetter!,
        answers: [...answersOf(values)].map(([id, text]) => ({ id, answer: text })),
        attachments: tokensOf(values),
        owner: call.owner,
        // The argument is omitted where it is not needed, because some backends do not support resumes in applications.
        ...(values[RESUME_FIELD] && { withResume: true }),
        captcha: captcha || null,
      };
      const answer = await send(input, source, call);
      if (!answer.ok) return failed(answer.failure, call);
      const { outcome, applicationId, errors } = answer.data.applyToJob;
      switch (outcome) {
        case 'created':
          return sent;
        case 'already_applied':
          return {
            kind: 'done',
            redirect: call.href(applicationId ? `${ownApplicationPath(applicationId)}?notice=already` : call.path),
          };
        case 'login_required':
          return {
            kind: 'done',
            redirect: call.href(
              `${LOGIN_PATH}?destination=${encodeURIComponent(call.href(withSource(call.path, source)))}`,
            ),
          };
        case 'closed':
          return {
            kind: 'again',
            errors: [{ field: null, message: call.t('applications.form.closed') }],
            status: GONE,
          };
        case 'faults':
          // Answers are named by their questions: the page, which shows the present ones, knows their fields.
          return again(errors);
      }
    },
  };
}

/**
 * A backend that does not know the argument `source` rejects the first operation without any effect, and gets the application again without
 * it.
 */
async function send(
  input: ApplicationInput,
  source: ViewSource | undefined,
  call: FormContext,
): Promise<GraphqlResult<ApplyToJobMutation>> {
  if (source) {
    const counted = await call.graphql(ApplyToJobFromDocument, { input, source });
    if (counted.ok || !isUnsupported(counted.failure)) return counted;
  }
  return call.graphql(ApplyToJobDocument, { input });
}

/**
 * Whether to ask for confirmation before sending: an application without files and letter may have been sent by mistake. Other errors are
 * reported first, and the question is asked only once.
 */
async function mayBeUnfinished(values: Values, jobId: string, call: FormContext): Promise<boolean> {
  if (values[ASKED_FIELD] || values.coverLetter?.trim() || countFiles(values) > 0) return false;
  const answer = await call.graphql(ApplicationRequirementsDocument, { id: jobId });
  return answer.ok && answer.data.job !== null && isReady(values, answer.data.job);
}

/** @returns a solution, or an empty string if no captcha is required; undefined if there is no solution now */
async function solved(
  values: Values,
  jobId: string,
  call: FormContext,
  captchas: Pick<CaptchaSolver, 'solve'>,
): Promise<string | undefined> {
  const { captcha = '' } = values;
  const { applicationCaptcha, readOnly } = call.site.features;
  if (!applicationCaptcha || call.isLoggedIn || captcha || readOnly) return captcha;
  // An invalid form needs no captcha: the backend reports the errors before it checks the captcha.
  const answer = await call.graphql(ApplicationRequirementsDocument, { id: jobId });
  if (!answer.ok || !answer.data.job || !isReady(values, answer.data.job)) return captcha;
  return captchas.solve(call);
}

function isReady(values: Values, wanted: ApplicationRequirements): boolean {
  const { firstName = '', lastName = '', emailAddress = '', coverLetter = '' } = values;
  const typed = { firstName, lastName, emailAddress, coverLetter };
  return (
    checkApplication({ ...typed, answers: answersOf(values), attachments: countFiles(values) }, wanted).length === 0
  );
}

/** @returns the number of files in the form, including the resume stored on the site */
function countFiles(values: Values): number {
  return tokensOf(values).length + (values[RESUME_FIELD] ? 1 : 0);
}
