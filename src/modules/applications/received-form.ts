import { CLOSING_LANGUAGES, isApplicationState } from '#contract/applications/recruiting-rules.js';
import {
  AnswerApplicationDocument,
  MoveApplicationDocument,
  WithdrawApplicationDocument,
  ClosingRecipientsDocument,
  type ClosingChoiceInput,
  type ClosingTextInput,
  CloseJobDocument,
  SendAnswerNowDocument,
  SendClosingMessageDocument,
  UndoAnswerDocument,
  ChooseApplicationRecipientsDocument,
} from '#contract/generated/operations.js';
import { APPLICATIONS_PATH, OWN_APPLICATION_PATH, JOB_CLOSING_PATH, JOB_MANAGER_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import {
  idOf,
  missing,
  outcomeOf,
  TEAM_FORMS,
  bulkForm,
  undoBulkForm,
  OWN_INTERVIEW_FORMS,
} from './application-forms.js';
import { type FormAction, type FormContext, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';

const OK = 200;
const NOT_FOUND = 404;

/** Moves an application to another state. */
const move: PagePart = {
  fields: [{ name: 'state' }, { name: 'from' }, { name: 'endInterview' }],
  async handle({ state, from, endInterview }, call) {
    if (!isApplicationState(state)) return missing(call);
    const answer = await call.graphql(MoveApplicationDocument, {
      id: idOf(call),
      state,
      from: isApplicationState(from) ? from : null,
      endInterview: Boolean(endInterview),
    });
    if (!answer.ok) return failed(answer.failure, call);
    return outcomeOf(answer.data.moveApplication, call, 'moved');
  },
};

/** Sends an email to the applicant; `preview` shows it first. */
const answerByMail: PagePart = {
  fields: ['subject', 'body', 'moveTo', 'from', 'answerEndsInterview', 'preview'].map((name) => ({ name })),
  async handle({ subject = '', body = '', moveTo, from: seen, answerEndsInterview, preview }, call) {
    if (preview) return { kind: 'again', errors: [], status: OK };
    const state = isApplicationState(moveTo) ? moveTo : null;
    const from = isApplicationState(seen) ? seen : null;
    const written = { subject, body, state, from, endInterview: Boolean(answerEndsInterview) };
    const answer = await call.graphql(AnswerApplicationDocument, { id: idOf(call), answer: written });
    if (!answer.ok) return failed(answer.failure, call);
    const result = answer.data.answerApplication;
    // Two forms of the page have this checkbox.
    const errors = result?.errors.map((error) =>
      error.field === 'endInterview' ? { ...error, field: 'answerEndsInterview' } : error,
    );
    return outcomeOf(errors ? { errors } : null, call, 'answered');
  },
};

/** Moves a card of the board from the column where it was displayed to another one. */
const moveCard: PagePart = {
  fields: [{ name: 'id' }, { name: 'from' }, { name: 'state' }],
  async handle({ id = '', from, state }, call) {
    if (!isApplicationState(state) || !isApplicationState(from)) return missing(call);
    const answer = await call.graphql(MoveApplicationDocument, { id, state, from, endInterview: null });
    if (!answer.ok) return failed(answer.failure, call);
    return outcomeOf(answer.data.moveApplication, call, 'movedOn');
  },
};

/** Cancels a delayed email or sends it at once; `id` identifies the application where the page is about several. */
const delayed: PagePart = {
  fields: [{ name: 'id' }, { name: 'mail' }, { name: 'go' }],
  async handle({ id, mail = '', go }, call) {
    const variables = { id: id || idOf(call), mail };
    if (go === 'send') {
      const answer = await call.graphql(SendAnswerNowDocument, variables);
      if (!answer.ok) return failed(answer.failure, call);
      return outcomeOf(answer.data.sendAnswerNow, call, 'sent');
    }
    const answer = await call.graphql(UndoAnswerDocument, variables);
    if (!answer.ok) return failed(answer.failure, call);
    return outcomeOf(answer.data.undoAnswer, call, 'undone');
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

/** Chooses the members of the organization who are notified of applications for the job. */
const recipientsForm: PagePart = {
  fields: [{ name: 'member', multiple: true }],
  async handle({ member = '' }, call) {
    const members = member.split(' ').filter(Boolean);
    const answer = await call.graphql(ChooseApplicationRecipientsDocument, { jobId: idOf(call), members });
    return answer.ok
      ? outcomeOf(answer.data.chooseApplicationRecipients, call, 'recipientsSaved')
      : failed(answer.failure, call);
  },
};

/**
 * Applicants who were displayed but not ticked get no message. Whoever was displayed without an interview was not chosen to lose one: a
 * colleague may have invited them meanwhile.
 */
function choiceOf({ shown = '', tell = '', invited = '' }: Readonly<Record<string, string>>): ClosingChoiceInput {
  const notified = tell.split(' ').filter(Boolean);
  const leftOut = shown.split(' ').filter((id) => id && !notified.includes(id));
  const known = invited.split(' ');
  return { leftOut, interviews: notified.filter((id) => known.includes(id)) };
}

async function archive(id: string, { messages, choice }: Closing, call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(CloseJobDocument, {
    input: { id, step: 'archive', version: null, reason: null, closing: messages, closingChoice: choice },
  });
  if (!answer.ok) return failed(answer.failure, call);
  return closingOutcomeOf(id, answer.data.moveJob.errors, call);
}

async function send(jobId: string, { messages, choice }: Closing, call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(SendClosingMessageDocument, { jobId, messages, choice });
  if (!answer.ok) return failed(answer.failure, call);
  return closingOutcomeOf(jobId, answer.data.sendClosingMessage.errors, call);
}

function closingOutcomeOf(
  jobId: string,
  errors: { field: string | null; message: string }[],
  call: FormContext,
): FormOutcome {
  if (errors.length > 0) return again(errors);
  const query = new URLSearchParams({ state: 'archived', notice: 'close', job: jobId });
  return { kind: 'done', redirect: call.href(`${JOB_MANAGER_PATH}?${query.toString()}`) };
}

/** Returns the texts of the languages that the form has fields for. */
function messagesOf(values: Readonly<Record<string, string>>): ClosingTextInput[] {
  return CLOSING_LANGUAGES.flatMap((language) => {
    const [subject, body] = [values[`subject.${language}`] ?? '', values[`body.${language}`] ?? ''];
    return subject || body ? [{ language, subject, body }] : [];
  });
}

/** Forms of employers for applications (REC-05), and of applicants for their own. */
export const RECEIVED_FORMS: readonly FormAction[] = [
  // Must precede the form whose `{id}` would also match `board`.
  formsOfPage(`${APPLICATIONS_PATH}/{number}/board`, { card: moveCard }),
  formsOfPage(`${APPLICATIONS_PATH}/{number}/{id}`, { move, answer: answerByMail, delayed, ...TEAM_FORMS }),
  formsOfPage(`${APPLICATIONS_PATH}/{number}`, {
    delayed,
    bulk: bulkForm,
    undoBulk: undoBulkForm,
    recipients: recipientsForm,
  }),
  formsOfPage(`${OWN_APPLICATION_PATH}/{id}`, { withdraw, ...OWN_INTERVIEW_FORMS }),
];

/**
 * The messages to all applicants who wait for a decision about a job; a published job is archived as well. `preview` shows the messages
 * first.
 */
export const closingForm: FormAction = {
  paths: [JOB_CLOSING_PATH],
  fields: [
    { name: 'preview' },
    { name: 'shown', multiple: true },
    { name: 'tell', multiple: true },
    { name: 'invited', multiple: true },
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
    const closing = { messages: messagesOf(values), choice: choiceOf(values) };
    return closingMessage.isOver ? send(jobId, closing, call) : archive(jobId, closing, call);
  },
};

interface Closing {
  messages: ClosingTextInput[];
  choice: ClosingChoiceInput;
}
