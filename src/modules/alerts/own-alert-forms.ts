import { ChangeAlertDocument, DeleteAlertDocument } from '#contract/generated/operations.js';
import { DASHBOARD_PATH, JOB_ALERT_PATH, RESUME_ALERT_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormAction, type FormCall, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';

const NOT_FOUND = 404;

const change: PagePart = {
  fields: [{ name: 'everySeconds' }],
  async handle({ everySeconds }, call) {
    const answer = await call.graphql(ChangeAlertDocument, {
      id: idOf(call),
      everySeconds: Number(everySeconds) || 0,
    });
    if (!answer.ok) return failed(answer.failure, call);
    const result = answer.data.changeAlert;
    if (!result) return missing(call);
    if (result.errors.length > 0) return again(result.errors);
    return { kind: 'done', redirect: call.href(`${call.path}?notice=changed`) };
  },
};

const end: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(DeleteAlertDocument, { id: idOf(call) });
    if (!answer.ok) return failed(answer.failure, call);
    // Ended already, on another page: that is what was wanted.
    return { kind: 'done', redirect: call.href(DASHBOARD_PATH), notice: 'alert-ended' };
  },
};

/** What people with an account do with their alerts. */
export const OWN_ALERT_FORMS: readonly FormAction[] = [JOB_ALERT_PATH, RESUME_ALERT_PATH].map((path) =>
  formsOfPage(`${path}/edit/{id}`, { change, end }),
);

function idOf({ path }: FormCall): string {
  return path.split('/').at(-1)!;
}

function missing({ t }: FormCall): FormOutcome {
  return { kind: 'again', errors: [{ field: null, message: t('alerts.missing') }], status: NOT_FOUND };
}
