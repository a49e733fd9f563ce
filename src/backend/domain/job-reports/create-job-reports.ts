import type { Kysely } from 'kysely';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { REPORT_FIELDS } from '#contract/applications/report-form.js';
import type { JobReportInput, Mutation, MutationReportJobArgs } from '#contract/generated/resolvers.js';
import { jobPath } from '#contract/pages/paths.js';
import { checkFields } from '#contract/defined-form/check-fields.js';
import type { FormRule, FormViolation } from '#contract/defined-form/form-rules.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { putMail } from '../../platform/mail/outbox.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { severalLines } from '#shared/text/typed-lines.js';
import { formErrorsWith, referenceFacts } from '../forms/form-rules.js';
import { findVisibleJob } from '../jobs/job.repository.js';

/** Rules for a report as a whole: the job no longer exists, or the site has no contact address. */
type ReportRule = 'gone' | 'off';

const reportErrors = formErrorsWith<ReportRule>('report', { gone: {}, off: {} }, {});

interface Parts {
  database: Kysely<Database>;
  terms: TermCatalog;
}

/** Stores a report with its mail. @returns violations; empty if the report was stored */
async function report(
  { database, terms }: Parts,
  { jobId, ...input }: JobReportInput,
  { site, now }: RequestContext,
): Promise<FormViolation<FormRule | ReportRule>[]> {
  const values = { reason: [input.reason], body: [input.body], email: [input.email ?? ''] };
  const violations = checkFields(REPORT_FIELDS, values, referenceFacts({ terms }));
  if (violations.length > 0) return violations;
  const { languages, mail } = site;
  const recipient = mail?.contactEmail;
  if (recipient === undefined) return [{ rule: 'off' }];
  const job = await findVisibleJob(database, site.name, jobId);
  if (!job) return [{ rule: 'gone' }];
  const email = input.email?.trim() ? normalizeEmail(input.email) : null;
  const stored = { site: site.name, reason: input.reason, body: severalLines(input.body), email };
  const details = {
    path: jobPath(String(job.id), job.title),
    title: job.title,
    reason: stored.reason,
    body: stored.body,
    ...(email === null ? {} : { email }),
  };
  await database.transaction().execute(async (trx) => {
    await trx
      .insertInto('job_report')
      .values({ ...stored, job_id: job.id, created_at: now })
      .execute();
    await putMail(trx, { site: site.name, language: languages[0]!, template: 'job-report', recipient, details }, now);
  });
  return [];
}

/** Reports of visitors about jobs (SEARCH-16). */
export function createJobReports(parts: Parts): BackendModule {
  const resolvers = {
    Mutation: {
      reportJob: allow<MutationReportJobArgs, Mutation['reportJob']>('anyone', async ({ input }, context) => ({
        errors: reportErrors(await report(parts, input, context), context),
      })),
    },
  } satisfies RootResolvers;
  return { resolvers: [resolvers] };
}
