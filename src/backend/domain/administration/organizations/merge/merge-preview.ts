import { type Kysely, sql } from 'kysely';
import type { MergeEffect, MergeEffectKind, OrganizationMerge } from '#contract/generated/resolvers.js';
import { parseId } from '../../../../platform/database/id.js';
import type { Database } from '../../../../platform/database/schema.js';
import type { RequestContext } from '../../../../platform/graphql/request-context.js';
import { findSiteOrganization } from '../site-organizations.js';
import { mergeErrors, mergeRefusal, type MergedOrganization } from './merge-refusals.js';

/**
 * @param ids the organization to be removed, and the one to be kept
 * @returns the effects that a merge would have now; null if the site does not have both organizations
 */
export async function previewMerge(
  database: Kysely<Database>,
  ids: { from: string; into: string },
  context: Pick<RequestContext, 'site' | 'locale'>,
): Promise<OrganizationMerge | null> {
  const [fromId, intoId] = [parseId(ids.from), parseId(ids.into)];
  if (fromId === undefined || intoId === undefined) return null;
  const site = context.site.name;
  const [from, into] = await Promise.all([fromId, intoId].map((id) => findSiteOrganization(database, site, id)));
  if (!from || !into) return null;
  const { rows } = await sql<MergedOrganization>`
    select id, name, state, suspended_from from organization where id in (${fromId}, ${intoId})
  `.execute(database);
  const [gone, stays] = [fromId, intoId].map((id) => rows.find((row) => row.id === id));
  const refusal = await mergeRefusal(database, gone, stays);
  return {
    __typename: 'OrganizationMerge',
    from,
    into,
    effects: await effectsOf(database, fromId, intoId),
    errors: mergeErrors(refusal ? [refusal] : [], context),
  };
}

async function effectsOf(database: Kysely<Database>, from: number, into: number): Promise<MergeEffect[]> {
  const { rows } = await sql<Record<MergeEffectKind, number>>`
    select
      (select count(*) from job where organization_id = ${from})::int as jobs,
      (select count(*) from application where organization_id = ${from})::int as applications,
      (select count(*) from organization_member m where m.organization_id = ${from} and not exists (
        select from organization_member o where o.organization_id = ${into} and o.account_id = m.account_id
      ))::int as members,
      (select count(*) from organization_invitation where organization_id = ${from})::int as invitations,
      (select count(*) from answer_template where organization_id = ${from})::int as templates,
      (select count(*) from resume_contact where organization_id = ${from})::int as contacts,
      (select count(*) from organization where id = ${from} and state = 'public')::int as page,
      ((select count(*) from organization_draft where organization_id = ${from})
        + (select count(*) from organization_review where organization_id = ${from}))::int as drafts,
      (select coalesce(sum(amount), 0) from credit_balance where organization_id = ${from})::int as credits
  `.execute(database);
  return Object.entries(rows[0]!).map(([kind, count]) => ({
    __typename: 'MergeEffect' as const,
    kind: kind as MergeEffectKind,
    count,
  }));
}
