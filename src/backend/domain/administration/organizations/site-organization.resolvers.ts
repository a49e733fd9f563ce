import { type Kysely, sql } from 'kysely';
import type {
  Mutation,
  MutationDecideOrganizationArgs,
  MutationMergeOrganizationsArgs,
  Query,
  QueryOrganizationMergeArgs,
  QuerySiteOrganizationArgs,
  QuerySiteOrganizationsArgs,
  OrganizationStandingInput,
} from '#contract/generated/resolvers.js';
import type { FormRule, FormViolation } from '#contract/defined-form/form-rules.js';
import { MAX_REASON_LENGTH } from '#contract/job-form/job-form.js';
import { OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { severalLines } from '#shared/text/typed-lines.js';
import { parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { SearchIndexer, SavedSearches } from '../../../platform/search-index/search-index.port.js';
import { putMail } from '../../../platform/mail/outbox.js';
import { writeAudit } from '../../audit/audit-log.js';
import { formErrorsWith } from '../../forms/form-rules.js';
import { mergeOrganizations, mergeErrors, previewMerge } from './merge/merge-organizations.js';
import { findSiteOrganization, listSiteOrganizations } from './site-organizations.js';
import { ACTIVE_OWNERS, restoreOrganizations, suspendOrganizations } from '../../organizations/suspension.js';

const standingErrors = formErrorsWith<StandingRule>(
  'organizationStanding',
  { gone: {}, ownerBlocked: {}, tooLongFor: {} },
  {},
);

const MAX_LISTED = 100;

/** Administration of a site's organizations. */
export function siteOrganizationResolvers(deps: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  savedSearches: SavedSearches;
}) {
  const { database, indexer } = deps;
  return {
    Query: {
      siteOrganizations: allow<QuerySiteOrganizationsArgs, Query['siteOrganizations']>(
        'administrator',
        ({ search, state, limit, offset }, { site }) =>
          listSiteOrganizations(database, site.name, {
            search,
            state,
            limit: Math.min(Math.max(limit ?? 25, 0), MAX_LISTED),
            offset: Math.max(offset ?? 0, 0),
          }),
      ),
      siteOrganization: allow<QuerySiteOrganizationArgs, Query['siteOrganization']>(
        'administrator',
        ({ id }, { site }) => {
          const number = parseId(id);
          return number === undefined ? null : findSiteOrganization(database, site.name, number);
        },
      ),
      organizationMerge: allow<QueryOrganizationMergeArgs, Query['organizationMerge']>(
        'administrator',
        (ids, context) => previewMerge(database, ids, context),
      ),
    },
    Mutation: {
      mergeOrganizations: allow<MutationMergeOrganizationsArgs, Mutation['mergeOrganizations']>(
        'administrator',
        async (ids, context) => {
          const merger = { site: context.site.name, actorId: context.viewer.accountId, now: context.now };
          return { errors: mergeErrors(await mergeOrganizations(deps, ids, merger), context) };
        },
      ),
      decideOrganization: allow<MutationDecideOrganizationArgs, Mutation['decideOrganization']>(
        'administrator',
        async ({ input }, context) => {
          const decider = { site: context.site.name, actorId: context.viewer.accountId, now: context.now };
          return { errors: standingErrors(await decideOrganization(database, indexer, input, decider), context) };
        },
      ),
    },
  } satisfies RootResolvers;
}

type StandingRule = 'gone' | 'ownerBlocked' | 'tooLongFor';

type Violations = FormViolation<FormRule | StandingRule>[];

interface Decider {
  site: string;
  actorId: string;
  now: Date;
}

interface Found {
  id: number;
  name: string;
  state: string;
  suspended_from: string | null;
  suspended_by_site: boolean;
  verified_at: Date | null;
  trusted_at: Date | null;
}

/** Applies a decision about an organization, with the mails to its members and the audit entry, in one transaction. @returns violations */
async function decideOrganization(
  database: Kysely<Database>,
  indexer: SearchIndexer,
  { id, decision, reason: typed }: OrganizationStandingInput,
  decider: Decider,
): Promise<Violations> {
  const number = parseId(id);
  if (number === undefined) return [{ rule: 'gone' }];
  const reason = severalLines(typed ?? '');
  if (decision === 'suspend' && reason === '') return [{ field: 'reason', rule: 'required' }];
  if (reason.length > MAX_REASON_LENGTH)
    return [{ field: 'reason', rule: 'tooLongFor', values: { max: MAX_REASON_LENGTH } }];
  return database.transaction().execute(async (trx): Promise<Violations> => {
    const organization = await trx
      .selectFrom('organization')
      .select(['id', 'name', 'state', 'suspended_from', 'suspended_by_site', 'verified_at', 'trusted_at'])
      .where('id', '=', number)
      .where('site', '=', decider.site)
      .forUpdate()
      .executeTakeFirst();
    if (!organization) return [{ rule: 'gone' }];
    switch (decision) {
      case 'verify':
      case 'unverify':
        await verify(trx, indexer, organization, { ...decider, isVerified: decision === 'verify' });
        return [];
      case 'trust':
      case 'distrust':
        await trust(trx, organization, { ...decider, isTrusted: decision === 'trust' });
        return [];
      case 'suspend':
        return suspend(trx, indexer, organization, { ...decider, reason });
      case 'resume':
        return resume(trx, indexer, organization, decider);
    }
  });
}

async function verify(
  trx: Kysely<Database>,
  indexer: SearchIndexer,
  { id, state, suspended_from, verified_at: before }: Found,
  { isVerified, site, actorId, now }: Decider & { isVerified: boolean },
): Promise<void> {
  if ((before !== null) === isVerified) return;
  const isShown = isVerified && state === 'pending';
  const columns = {
    verified_at: isVerified ? now : null,
    ...(isShown ? { state: 'public' as const } : {}),
    // A suspended one becomes public as soon as it is restored.
    ...(isVerified && suspended_from === 'pending' ? { suspended_from: 'public' as const } : {}),
  };
  await trx.updateTable('organization').set(columns).where('id', '=', id).execute();
  if (isShown) await indexer.indexOrganizations(trx, [String(id)]);
  const action = isVerified ? 'organization.verified' : 'organization.unverified';
  await writeAudit(trx, { action, actorId, site, details: { organization: String(id) } }, now);
}

async function trust(
  trx: Kysely<Database>,
  { id, trusted_at: before }: Found,
  { isTrusted, site, actorId, now }: Decider & { isTrusted: boolean },
): Promise<void> {
  if ((before !== null) === isTrusted) return;
  await trx
    .updateTable('organization')
    .set({ trusted_at: isTrusted ? now : null })
    .where('id', '=', id)
    .execute();
  const action = isTrusted ? 'organization.trusted' : 'organization.distrusted';
  await writeAudit(trx, { action, actorId, site, details: { organization: String(id) } }, now);
}

async function suspend(
  trx: Kysely<Database>,
  indexer: SearchIndexer,
  organization: Found,
  { reason, actorId, now, site }: Decider & { reason: string },
): Promise<Violations> {
  const { id, state, suspended_from, suspended_by_site } = organization;
  if (suspended_by_site) return [];
  if (state === 'closed' && suspended_from === null) return [{ rule: 'gone' }];
  const isOffline = suspended_from !== null;
  if (isOffline) {
    const details = { organization: String(id), reason };
    await writeAudit(trx, { action: 'organization.suspended', actorId, site, details }, now);
  } else await suspendOrganizations(trx, indexer, { which: sql`o.id = ${id}`, actorId, reason }, now);
  // An organization that went offline with its owner stays suspended when the owner returns.
  await trx.updateTable('organization').set({ suspended_by_site: true }).where('id', '=', id).execute();
  await tellMembers(trx, organization, { site, now, template: 'organization-suspended', reason });
  return [];
}

async function resume(
  trx: Kysely<Database>,
  indexer: SearchIndexer,
  organization: Found,
  { actorId, now, site }: Decider,
): Promise<Violations> {
  const { id, state, suspended_from, suspended_by_site } = organization;
  if (state === 'closed' && suspended_from === null) return [{ rule: 'gone' }];
  if (!suspended_by_site) return [];
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (select from organization_member m where m.organization_id = o.id and m.role = 'owner')
      and not exists (${ACTIVE_OWNERS}) as blocked
    from organization o where o.id = ${id}
  `.execute(trx);
  if (rows[0]?.blocked) return [{ rule: 'ownerBlocked' }];
  await restoreOrganizations(trx, indexer, { which: sql`o.id = ${id}`, actorId }, now);
  await tellMembers(trx, organization, { site, now, template: 'organization-resumed', reason: '' });
  return [];
}

async function tellMembers(
  trx: Kysely<Database>,
  { id, name }: Found,
  {
    site,
    now,
    template,
    reason,
  }: { site: string; now: Date; template: 'organization-suspended' | 'organization-resumed'; reason: string },
): Promise<void> {
  const { rows } = await sql<{ email: string; language: string }>`
    select a.email, a.language from organization_member m join account a on a.id = m.account_id
    where m.organization_id = ${id} and a.blocked_at is null
  `.execute(trx);
  const details = { path: OWN_ORGANIZATION_PATH, organization: name, ...(reason ? { reason } : {}) };
  for (const { email: recipient, language } of rows)
    await putMail(trx, { site, language, recipient, template, details }, now);
}
