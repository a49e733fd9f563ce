import { CLOSING_LANGUAGES } from '#contract/applications/closing-message.js';
import {
  AnswerApplicationDocument,
  type ApplicationState,
  MoveApplicationDocument,
  WithdrawApplicationDocument,
  ClosingRecipientsDocument,
  type ClosingTextInput,
  CloseJobDocument,
  SendClosingMessageDocument,
} from '#contract/generated/operations.js';
import { APPLICATIONS_PATH, OWN_APPLICATION_PATH, JOB_CLOSING_PATH, JOB_MANAGER_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormAction, type FormContext, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';

const OK = 200;
const NOT_FOUND = 404;

/** To another state. */
const move: PagePart = {
  fields: [{ name: 'state' }],
  async handle({ state }, call) {
    if (!isState(state)) return missing(call);
    const answer = await call.graphql(MoveApplicationDocument, { id: idOf(call), state });
    if (!answer.ok) return failed(answer.failure, call);
    return outcomeOf(answer.data.moveApplication, call, 'moved');
  },
};

/** A mail to the applicant; `preview`: it is shown first. */
const answerByMail: PagePart = {
  fields: [{ name: 'subject' }, { name: 'body' }, { name: 'moveTo' }, { name: 'preview' }],
  async handle({ subject = '', body = '', moveTo, preview }, call) {
    if (preview) return { kind: 'again', errors: [], status: OK };
    const state = isState(moveTo) ? moveTo : null;
    const answer = await call.graphql(AnswerApplicationDocument, { id: idOf(call), answer: { subject, body, state } });
    if (!answer.ok) return failed(answer.failure, call);
    return outcomeOf(answer.data.answerApplication, call, 'answered');
  },
};

const withdraw: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(WithdrawApplicationDocument, { id: idOf(call) });
    if (!answer.ok) return failed(answer.failure, call);
    return outcomeOf(answer.data.withdrawApplication, call, 'withdrawn');
  },
};

/** What employers do with an application (REC-05), and what applicants do with theirs. */
export const RECEIVED_FORMS: readonly FormAction[] = [
  formsOfPage(`${APPLICATIONS_PATH}/{number}/{id}`, { move, answer: answerByMail }),
  formsOfPage(`${OWN_APPLICATION_PATH}/{id}`, { withdraw }),
];

const STATES: readonly string[] = [
  'new',
  'in_review',
  'interview',
  'offer',
  'hired',
  'declined',
  'withdrawn',
] satisfies ApplicationState[];

function isState(text: string | undefined): text is ApplicationState {
  return text !== undefined && STATES.includes(text);
}

function idOf({ path }: FormContext): string {
  return path.split('/').at(-1)!;
}

/** @param result null: there is no such application for the visitor */
function outcomeOf(
  result: { errors: { field: string | null; message: string }[] } | null,
  call: FormContext,
  notice: string,
): FormOutcome {
  if (!result) return missing(call);
  if (result.errors.length > 0) return again(result.errors);
  return { kind: 'done', redirect: call.href(`${call.path}?notice=${notice}`) };
}

function missing({ t }: FormContext): FormOutcome {
  return { kind: 'again', errors: [{ field: null, message: t('applications.missing') }], status: NOT_FOUND };
}

/** What everybody hears who waits for a decision about a job; a job that is published is archived with it. `preview`: it is shown first. */
export const closingForm: FormAction = {
  paths: [JOB_CLOSING_PATH],
  fields: [
    { name: 'preview' },
    ...CLOSING_LANGUAGES.flatMap((language) => [{ name: `subject.${language}` }, { name: `body.${language}` }]),
  ],
  async handle(values, call) {
    if (values.preview) return { kind: 'again', errors: [], status: OK };
    const jobId = call.query.get('job') ?? '';
    const known = await call.graphql(ClosingRecipientsDocument, { jobId });
    if (!known.ok) return failed(known.failure, call);
    const { closingMessage } = known.data;
    if (!closingMessage)
      return { kind: 'again', errors: [{ field: null, message: call.t('applications.missing') }], status: NOT_FOUND };
    const messages = messagesOf(values);
    return closingMessage.isOver ? send(jobId, messages, call) : archive(jobId, messages, call);
  },
};

async function archive(id: string, closing: ClosingTextInput[], call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(CloseJobDocument, {
    input: { id, step: 'archive', version: null, reason: null, closing },
  });
  if (!answer.ok) return failed(answer.failure, call);
  return closingOutcomeOf(answer.data.moveJob.errors, call);
}

async function send(jobId: string, messages: ClosingTextInput[], call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(SendClosingMessageDocument, { jobId, messages });
  if (!answer.ok) return failed(answer.failure, call);
  return closingOutcomeOf(answer.data.sendClosingMessage.errors, call);
}

function closingOutcomeOf(errors: { field: string | null; message: string }[], call: FormContext): FormOutcome {
  if (errors.length > 0) return again(errors);
  return { kind: 'done', redirect: call.href(`${JOB_MANAGER_PATH}?state=archived&notice=close`) };
}

/** Those languages that the form has fields for. */
function messagesOf(values: Readonly<Record<string, string>>): ClosingTextInput[] {
  return CLOSING_LANGUAGES.flatMap((language) => {
    const [subject, body] = [values[`subject.${language}`] ?? '', values[`body.${language}`] ?? ''];
    return subject || body ? [{ language, subject, body }] : [];
  });
}
