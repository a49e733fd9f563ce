import type { Kysely } from 'kysely';
import type {
  Alert,
  AlertResult,
  Mutation,
  MutationChangeAlertArgs,
  MutationChangeAlertByLinkArgs,
  MutationConfirmAlertArgs,
  MutationCreateJobAlertArgs,
  MutationCreateResumeAlertArgs,
  MutationDeleteAlertArgs,
  MutationDeleteAlertByLinkArgs,
  Query,
  QueryAlertOfLinkArgs,
  QueryAlertSummaryArgs,
  QueryOwnAlertArgs,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers, refused } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { refusalOfResumes } from '../../domain/resumes/resume-access.js';
import { alertErrors, changeAlert, confirmAlert, deleteAlert, type AlertToCreate, createAlert } from './edit-alerts.js';
import {
  type AlertIndexes,
  findAlertOf,
  findAlertOfLink,
  findAlertsOf,
  type StoredAlert,
  toAlert,
} from './alert-rows.js';

/** Saved searches whose new results are sent by email (APP-06, REC-10). */
export function alertResolvers({ database, indexes }: { database: Kysely<Database>; indexes: AlertIndexes }) {
  const shown = (row: StoredAlert, context: RequestContext): Promise<Alert> => toAlert(row, indexes, context);

  async function create(input: AlertToCreate, context: RequestContext): Promise<AlertResult> {
    const outcome = await createAlert({ database, indexes }, input, context);
    if (outcome.kind === 'faults')
      return { outcome: 'faults', alert: null, errors: alertErrors(outcome.violations, context) };
    if (outcome.kind === 'check-mail') return { outcome: 'check_mail', alert: null, errors: [] };
    const row = await findAlertOf(database, { id: outcome.id, site: context.site.name, viewer: context.viewer! });
    return { outcome: 'kept', alert: row ? await shown(row, context) : null, errors: [] };
  }

  async function change(
    find: () => Promise<StoredAlert | undefined>,
    everySeconds: number,
    context: RequestContext,
  ): Promise<AlertResult | null> {
    const row = await find();
    if (!row) return null;
    const violations = await changeAlert(database, row, everySeconds, context.now);
    if (violations.length > 0) return { outcome: 'faults', alert: null, errors: alertErrors(violations, context) };
    const changed = await find();
    return changed ? { outcome: 'kept', alert: await shown(changed, context), errors: [] } : null;
  }

  const byLink = (token: string, { site }: RequestContext) => findAlertOfLink(database, { token, site: site.name });

  return {
    Query: {
      ownAlerts: allow<object, Query['ownAlerts']>('user', async (_args, context) => {
        const rows = await findAlertsOf(database, context.site.name, context.viewer);
        return Promise.all(rows.map((row) => shown(row, context)));
      }),
      ownAlert: allow<QueryOwnAlertArgs, Query['ownAlert']>('user', async ({ id }, context) => {
        const row = await findAlertOf(database, { id, site: context.site.name, viewer: context.viewer });
        return row ? shown(row, context) : null;
      }),
      // Anyone who knows the link has received the mail that contains it.
      alertOfLink: allow<QueryAlertOfLinkArgs, Query['alertOfLink']>('anyone', async ({ token }, context) => {
        const row = await byLink(token, context);
        return row ? shown(row, context) : null;
      }),
      alertSummary: allow<QueryAlertSummaryArgs, Query['alertSummary']>('anyone', async ({ kind, search }, context) => {
        const refusal = kind === 'resume' ? refusalOfResumes(context) : undefined;
        if (refusal) throw refused('alertSummary', refusal);
        const { site, language } = context;
        return indexes[kind].describe(await indexes[kind].save(search, site.name), site, language);
      }),
    },
    Mutation: {
      createJobAlert: allow<MutationCreateJobAlertArgs, Mutation['createJobAlert']>('anyone', ({ input }, context) =>
        create({ ...input, kind: 'job' }, context),
      ),
      createResumeAlert: allow<MutationCreateResumeAlertArgs, Mutation['createResumeAlert']>(
        'user',
        ({ input }, context) => {
          const refusal = refusalOfResumes(context);
          if (refusal) throw refused('createResumeAlert', refusal);
          return create({ ...input, kind: 'resume' }, context);
        },
      ),
      changeAlert: allow<MutationChangeAlertArgs, Mutation['changeAlert']>('user', ({ id, everySeconds }, context) => {
        const { site, viewer } = context;
        return change(() => findAlertOf(database, { id, site: site.name, viewer }), everySeconds, context);
      }),
      deleteAlert: allow<MutationDeleteAlertArgs, Mutation['deleteAlert']>('user', async ({ id }, { site, viewer }) => {
        const row = await findAlertOf(database, { id, site: site.name, viewer });
        if (row) await deleteAlert(database, row);
        return row !== undefined;
      }),
      confirmAlert: allow<MutationConfirmAlertArgs, Mutation['confirmAlert']>('anyone', async ({ token }, context) => {
        const row = await byLink(token, context);
        if (row) await confirmAlert(database, row, context.now);
        return row !== undefined;
      }),
      changeAlertByLink: allow<MutationChangeAlertByLinkArgs, Mutation['changeAlertByLink']>(
        'anyone',
        ({ token, everySeconds }, context) => change(() => byLink(token, context), everySeconds, context),
      ),
      deleteAlertByLink: allow<MutationDeleteAlertByLinkArgs, Mutation['deleteAlertByLink']>(
        'anyone',
        async ({ token }, context) => {
          const row = await byLink(token, context);
          if (row) await deleteAlert(database, row);
          return row !== undefined;
        },
      ),
    },
  } satisfies RootResolvers;
}
