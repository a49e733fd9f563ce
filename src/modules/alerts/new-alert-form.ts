import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import {
  type AlertSearchInput,
  CreateJobAlertDocument,
  type CreateJobAlertMutation,
  CreateResumeAlertDocument,
} from '#contract/generated/operations.js';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import { alertPath, JOB_ALERT_PATH, RESUME_ALERT_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import type { FormAction, FormCall, FormOutcome } from '../forms/index.js';

/** More than any search of a page takes. */
const MAX_SEARCH_LENGTH = 30_000;

/** Keeps a search (APP-06, REC-10). What the page says afterwards does not tell whether an address has alerts. */
export const newAlertForm: FormAction = {
  paths: [JOB_ALERT_PATH, RESUME_ALERT_PATH],
  fields: [
    { name: 'search' },
    { name: 'page' },
    { name: 'everySeconds' },
    { name: 'email' },
    { name: HONEYPOT_FIELD, secret: true },
  ],
  async handle(values, call) {
    const kind = call.path === RESUME_ALERT_PATH ? 'resume' : 'job';
    const asked: FormOutcome = { kind: 'done', redirect: call.href(`${JOB_ALERT_PATH}?notice=check-mail`) };
    // Nobody sees the field: what is in it a program has written, which is not told that it was found out.
    if (values[HONEYPOT_FIELD]) return asked;
    const search = searchOf(values.search ?? '');
    if (!search) return { kind: 'again', errors: [{ field: null, message: call.t('form.failed') }] };
    const input = { search, page: values.page ?? '', everySeconds: Number(values.everySeconds) || 0 };
    const answer = await create(kind, { ...input, email: values.email ?? '' }, call);
    if (!answer.ok) return failed(answer.failure, call);
    const { outcome, alert, errors } = answer.data;
    if (outcome === 'faults') return again(errors);
    if (outcome === 'check_mail' || !alert) return asked;
    return { kind: 'done', redirect: call.href(`${alertPath(kind, alert.id)}?notice=kept`) };
  },
};

type Created = CreateJobAlertMutation['createJobAlert'];
type NewAlert = { search: AlertSearchInput; page: string; everySeconds: number; email: string };

async function create(
  kind: 'job' | 'resume',
  { email, ...input }: NewAlert,
  call: FormCall,
): Promise<GraphqlResult<Created>> {
  if (kind === 'resume') {
    const answer = await call.graphql(CreateResumeAlertDocument, { input });
    return answer.ok ? { ...answer, data: answer.data.createResumeAlert } : answer;
  }
  const answer = await call.graphql(CreateJobAlertDocument, {
    input: { ...input, email: call.isLoggedIn ? null : email },
  });
  return answer.ok ? { ...answer, data: answer.data.createJobAlert } : answer;
}

/** @returns undefined for what no page has sent; what is in it, the contract says */
function searchOf(text: string): AlertSearchInput | undefined {
  if (text.length > MAX_SEARCH_LENGTH) return undefined;
  try {
    const search: unknown = JSON.parse(text);
    return typeof search === 'object' && search !== null ? search : undefined;
  } catch {
    return undefined;
  }
}
