import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationDecideContactArgs,
  MutationRequestContactArgs,
  MutationRevokeContactArgs,
  MutationUnblockOrganizationArgs,
  MutationWriteToContactArgs,
  Query,
  QueryContactOfferArgs,
  QueryContactRequestsArgs,
} from '#contract/generated/resolvers.js';
import { isUuid } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { refused } from '../../platform/graphql/rejection.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { activeOrganizationOf } from '../../platform/graphql/viewer.js';
import { contactOffer } from '../entitlements/contact-entitlement.js';
import { refusalOfResumes } from '../resumes/resume-access.js';
import { findOwnResume } from '../resumes/resume.repository.js';
import { receivedRequests, sentRequests } from './contact-lists.js';
import { writeToContact } from './contact-messages.js';
import { contactResult } from './contact-violations.js';
import { decideContact, revokeContact, unblockOrganization } from './decide-contact.js';
import { requestContact } from './request-contact.js';

const MAX_ROWS = 100;

/**
 * Resolvers for requests for contact, for both sides. Access is checked where a record is read: a request of others is treated as
 * unknown.
 */
export function contactResolvers(database: Kysely<Database>) {
  return {
    Query: {
      contactOffer: allow<QueryContactOfferArgs, Query['contactOffer']>('recruiter', async ({ resumeId }, context) => {
        const { viewer, site } = context;
        const id = activeOrganizationOf(viewer, site.name);
        const membership = id === undefined ? undefined : viewer.memberships.get(id);
        const about = resumeId != null && isUuid(resumeId) ? resumeId : undefined;
        const question = { site: site.name, limit: 1, offset: 0 };
        const [offer, own, sent] = await Promise.all([
          contactOffer(database, { site: site.name, organizationId: id }),
          about === undefined ? undefined : findOwnResume(database, site.name, viewer.accountId),
          about === undefined || id === undefined
            ? undefined
            : sentRequests(database, { ...question, organizationId: id, resumeKey: about }),
        ]);
        return {
          __typename: 'ContactOffer',
          ...offer,
          organization: membership
            ? { __typename: 'ContactingOrganization', id: String(id), name: membership.name }
            : null,
          isOwn: own !== undefined && own.key === about,
          request: sent?.requests[0] ?? null,
        };
      }),
      contactRequests: allow<QueryContactRequestsArgs, Query['contactRequests']>(
        'recruiter',
        ({ filter, limit, offset }, { viewer, site }) => {
          const organizationId = activeOrganizationOf(viewer, site.name);
          if (organizationId === undefined) return { __typename: 'ContactRequestList', requests: [], total: 0 };
          return sentRequests(database, {
            organizationId,
            site: site.name,
            filter: filter ?? undefined,
            limit: Math.min(Math.max(limit ?? 20, 0), MAX_ROWS),
            offset: Math.max(offset ?? 0, 0),
          });
        },
      ),
      receivedContactRequests: allow<object, Query['receivedContactRequests']>('user', (_args, { viewer, site }) =>
        receivedRequests(database, { accountId: viewer.accountId, site: site.name }),
      ),
    },
    Mutation: {
      requestContact: allow<MutationRequestContactArgs, Mutation['requestContact']>(
        'recruiter',
        async ({ input }, context) => {
          const refusal = refusalOfResumes(context);
          if (refusal) throw refused('requestContact', refusal);
          const organizationId = activeOrganizationOf(context.viewer, context.site.name);
          if (organizationId === undefined) return contactResult([{ rule: 'noOrganization' }], context);
          return contactResult(await requestContact(database, input, { ...placeOf(context), organizationId }), context);
        },
      ),
      decideContact: allow<MutationDecideContactArgs, Mutation['decideContact']>('self', async (args, context) =>
        contactResult(await decideContact(database, args, placeOf(context)), context),
      ),
      revokeContact: allow<MutationRevokeContactArgs, Mutation['revokeContact']>('self', async ({ id }, context) =>
        contactResult(await revokeContact(database, id, partyOf(context)), context),
      ),
      unblockOrganization: allow<MutationUnblockOrganizationArgs, Mutation['unblockOrganization']>(
        'self',
        async ({ organizationId }, context) =>
          contactResult(await unblockOrganization(database, organizationId, placeOf(context)), context),
      ),
      writeToContact: allow<MutationWriteToContactArgs, Mutation['writeToContact']>('self', async (args, context) =>
        contactResult(await writeToContact(database, args, partyOf(context)), context),
      ),
    },
  } satisfies RootResolvers;
}

function placeOf({ viewer, site, now }: UserContext) {
  return { site: site.name, accountId: viewer.accountId, now };
}

/** The viewer with the organizations they act for. */
function partyOf(context: UserContext) {
  return { ...placeOf(context), organizations: new Set(context.viewer.memberships.keys()) };
}
