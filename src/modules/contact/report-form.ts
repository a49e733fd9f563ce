import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import { ReportJobDocument } from '#contract/generated/operations.js';
import { JOB_REPORT_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import type { FormAction } from '../forms/index.js';

/** Reports a problem with a job; afterwards the visitor returns to the job. */
export const reportForm: FormAction = {
  paths: [`${JOB_REPORT_PATH}/{number}`],
  fields: [
    { name: 'reason' },
    { name: 'body' },
    { name: 'email' },
    { name: 'back' },
    { name: HONEYPOT_FIELD, secret: true },
  ],
  async handle({ reason = '', body = '', email = '', ...values }, call) {
    const jobId = call.path.split('/').at(-1)!;
    const done = {
      kind: 'done',
      redirect: call.href(`/job/${jobId}/${slugOf(values.back)}`),
      notice: 'job-reported',
    } as const;
    // Honeypot: people do not see this field, so a program filled it in. It gets the normal response, so that it does not notice.
    if (values[HONEYPOT_FIELD]) return done;
    const answer = await call.graphql(ReportJobDocument, { input: { jobId, reason, body, email: email || null } });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.reportJob;
    return errors.length > 0 ? again(errors) : done;
  },
};

/** Returns the last segment of the job's URL, as sent by the page; a forged value still results in a URL of this site. */
function slugOf(back: string | undefined): string {
  return /^[a-z0-9-]{1,100}$/.test(back ?? '') ? back! : '-';
}
