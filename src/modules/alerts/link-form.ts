import {
  ChangeAlertByLinkDocument,
  ConfirmAlertDocument,
  DeleteAlertByLinkDocument,
} from '#contract/generated/operations.js';
import { ALERT_LINK_PATH, alertLinkPath } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormCall, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';

const GONE = 410;

// A program that only follows links, as those that look for harm in mails, confirms nothing and ends nothing.
const confirm: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(ConfirmAlertDocument, { token: tokenOf(call) });
    if (!answer.ok) return failed(answer.failure, call);
    return answer.data.confirmAlert ? back(call, 'confirmed') : broken(call);
  },
};

const change: PagePart = {
  fields: [{ name: 'everySeconds' }],
  async handle({ everySeconds }, call) {
    const variables = { token: tokenOf(call), everySeconds: Number(everySeconds) || 0 };
    const answer = await call.graphql(ChangeAlertByLinkDocument, variables);
    if (!answer.ok) return failed(answer.failure, call);
    const result = answer.data.changeAlertByLink;
    if (!result) return broken(call);
    return result.errors.length > 0 ? again(result.errors) : back(call, 'changed');
  },
};

const end: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(DeleteAlertByLinkDocument, { token: tokenOf(call) });
    if (!answer.ok) return failed(answer.failure, call);
    return { kind: 'done', redirect: call.href(`${ALERT_LINK_PATH}?notice=ended`) };
  },
};

/** What whoever has the link of a mail does with the alert (APP-06). */
export const linkForm = formsOfPage(ALERT_LINK_PATH, { confirm, change, end });

function tokenOf({ query }: FormCall): string {
  return query.get('token') ?? '';
}

function back(call: FormCall, notice: string): FormOutcome {
  return { kind: 'done', redirect: call.href(`${alertLinkPath(encodeURIComponent(tokenOf(call)))}&notice=${notice}`) };
}

function broken({ t }: FormCall): FormOutcome {
  return { kind: 'again', errors: [{ field: null, message: t('alerts.link.broken') }], status: GONE };
}
