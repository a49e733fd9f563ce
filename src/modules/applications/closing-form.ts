import {
  ClosingRecipientsDocument,
  type ClosingTextInput,
  CloseJobDocument,
  SendClosingMessageDocument,
} from '#contract/generated/operations.js';
import { CLOSING_LANGUAGES } from '#contract/applications/closing-message.js';
import { JOB_CLOSING_PATH, JOB_MANAGER_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import type { FormAction, FormCall, FormOutcome } from '../forms/index.js';

const OK = 200;
const NOT_FOUND = 404;

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

async function archive(id: string, closing: ClosingTextInput[], call: FormCall): Promise<FormOutcome> {
  const answer = await call.graphql(CloseJobDocument, {
    input: { id, step: 'archive', version: null, reason: null, closing },
  });
  if (!answer.ok) return failed(answer.failure, call);
  return outcomeOf(answer.data.moveJob.errors, call);
}

async function send(jobId: string, messages: ClosingTextInput[], call: FormCall): Promise<FormOutcome> {
  const answer = await call.graphql(SendClosingMessageDocument, { jobId, messages });
  if (!answer.ok) return failed(answer.failure, call);
  return outcomeOf(answer.data.sendClosingMessage.errors, call);
}

function outcomeOf(errors: { field: string | null; message: string }[], call: FormCall): FormOutcome {
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
