import { type Kysely, sql } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type {
  ContactRequestList,
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
import { MAX_CONTACT_MESSAGES_A_DAY } from '#contract/contact-requests.js';
import { CONTACT_CREDITS_PATH, OWN_CONTACTS_PATH } from '#contract/pages/paths.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { isUuid } from '../../platform/database/statement.js';
import { allow, ownOrganization, type RootResolvers, refused } from '../../platform/graphql/allow.js';
import { activeMemberships, activeOrganizationOf, type UserContext } from '../../platform/graphql/request-context.js';
import { auditMasqueradedView } from '../staff-access/staff-access.js';
import { contactOffer } from '../entitlements/contact-entitlement.js';
import { refusalOfResumes } from '../resumes/resume-access.js';
import { findOwnResume } from '../resumes/resume.repository.js';
import { putMail } from '../../platform/mail/outbox.js';
import { startLapsingContacts, lockContact, recruitersOf } from './end-contact.js';
import { receivedRequests, sentRequests } from './contact-lists.js';
import {
  requestContact,
  contactResult,
  type ContactPlace,
  type ContactViolation,
  readMessage,
  decideContact,
  revokeContact,
  unblockOrganization,
} from './request-contact.js';

const MAX_ROWS = 100;

/** An identical message within this time is taken for a form that was sent twice. */
const TWICE_MS = 10 * 60_000;

/** Requests for contact from organizations to the owners of resumes, who approve, refuse and revoke them. */
export function createContactRequests(deps: {
  database: Kysely<Database>;
  clock: () => Date;
  logger: BackendLogger;
}): BackendModule {
  return { resolvers: [contactResolvers(deps.database)], startJobs: () => startLapsingContacts(deps) };
}

/**
 * Resolvers for requests for contact, for both sides. Access is checked where a record is read: a request of others is treated as
 * unknown.
 */
function contactResolvers(database: Kysely<Database>) {
  return {
    Query: {
      contactOffer: allow<QueryContactOfferArgs, Query['contactOffer']>(
        'recruiter',
        async ({ resumeId, organizationId }, context) => {
          const { viewer, site } = context;
          const id = ownOrganization('contactOffer', organizationId, context);
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
          if (sent) await auditMessages(database, sent, id, context);
          return {
            __typename: 'ContactOffer',
            ...offer,
            organization: membership
              ? { __typename: 'ContactingOrganization', id: String(id), name: membership.name }
              : null,
            isOwn: own !== undefined && own.key === about,
            request: sent?.requests[0] ?? null,
          };
        },
      ),
      contactRequests: allow<QueryContactRequestsArgs, Query['contactRequests']>(
        'recruiter',
        async ({ filter, limit, offset }, context) => {
          const { viewer, site } = context;
          const organizationId = activeOrganizationOf(viewer, site.name);
          if (organizationId === undefined) return { __typename: 'ContactRequestList', requests: [], total: 0 };
          const sent = await sentRequests(database, {
            organizationId,
            site: site.name,
            filter: filter ?? undefined,
            limit: Math.min(Math.max(limit ?? 20, 0), MAX_ROWS),
            offset: Math.max(offset ?? 0, 0),
          });
          await auditMessages(database, sent, organizationId, context);
          return sent;
        },
      ),
      receivedContactRequests: allow<object, Query['receivedContactRequests']>('user', (_args, { viewer, site }) =>
        receivedRequests(database, { accountId: viewer.accountId, site: site.name }),
      ),
    },
    Mutation: {
      requestContact: allow<MutationRequestContactArgs, Mutation['requestContact']>(
        'recruiter',
        async ({ input, organizationId: named }, context) => {
          const refusal = refusalOfResumes(context);
          if (refusal) throw refused('requestContact', refusal);
          const organizationId = ownOrganization('requestContact', named, context);
          if (organizationId === undefined) return contactResult([{ rule: 'noOrganization' }], context);
          const { masqueraderId } = context.viewer;
          const requester = { ...placeOf(context), organizationId, masqueraderId };
          return contactResult(await requestContact(database, input, requester), context);
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

/** Records that an administrator who acts as a recruiter sees messages of applicants, before they are shown. */
async function auditMessages(
  database: Kysely<Database>,
  { requests }: ContactRequestList,
  organizationId: number | undefined,
  { viewer, site, now }: UserContext,
): Promise<void> {
  if (requests.every(({ messages }) => messages.length === 0)) return;
  const details = { organization: String(organizationId) };
  await auditMasqueradedView(database, viewer, { action: 'contact.opened', site: site.name, details }, now);
}

function placeOf({ viewer, site, now }: UserContext) {
  return { site: site.name, accountId: viewer.accountId, now };
}

/** The viewer with the organizations they work for. */
function partyOf(context: UserContext) {
  return { ...placeOf(context), organizations: new Set(activeMemberships(context.viewer).keys()) };
}

/**
 * Relays a message between the sides of an approved contact by mail. Neither side learns the other's address: the mail links to a page of
 * the site with a form for the reply.
 *
 * @param place.organizations organizations that the viewer works for
 */
async function writeToContact(
  database: Kysely<Database>,
  { id, message: typed }: { id: string; message: string },
  { site, accountId, now, organizations }: ContactPlace & { organizations: ReadonlySet<number> },
): Promise<ContactViolation[]> {
  const { text, violations } = readMessage(typed);
  if (violations.length > 0) return violations;
  return database.transaction().execute(async (trx) => {
    // The lock also serializes messages, so that they are counted correctly.
    const contact = isUuid(id) ? await lockContact(trx, { key: id }) : undefined;
    const fromApplicant = contact?.applicant_id === accountId;
    if (contact?.site !== site || (!fromApplicant && !organizations.has(contact.organization_id)))
      return [{ rule: 'unknown' }];
    if (contact.state !== 'approved' || contact.is_closed) return [{ rule: 'notApproved' }];
    if (await isRepeated(trx, { contactId: contact.id, fromApplicant, body: text }, now)) return [];
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from resume_contact_message
      where contact_id = ${contact.id} and from_applicant = ${fromApplicant} and sent_at > ${now}::timestamptz - interval '1 day'
    `.execute(trx);
    if (rows[0]!.n >= MAX_CONTACT_MESSAGES_A_DAY) return [{ rule: 'tooMany' }];
    await trx
      .insertInto('resume_contact_message')
      .values({
        contact_id: contact.id,
        account_id: accountId,
        from_applicant: fromApplicant,
        body: text,
        sent_at: now,
      })
      .execute();
    const { organization, title } = contact;
    if (fromApplicant) {
      const details = { path: CONTACT_CREDITS_PATH, from: title ?? '', body: text };
      for (const to of await recruitersOf(trx, contact))
        await putMail(trx, { site, ...to, template: 'contact-reply', details }, now);
    } else {
      const details = { path: OWN_CONTACTS_PATH, from: organization, body: text };
      const to = { language: contact.applicant_language, recipient: contact.applicant_email };
      await putMail(trx, { site, ...to, template: 'contact-written', details }, now);
    }
    return [];
  });
}

/** Whether the last message of the contact is the same. */
async function isRepeated(
  trx: Kysely<Database>,
  { contactId, fromApplicant, body }: { contactId: number; fromApplicant: boolean; body: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select from_applicant = ${fromApplicant} and body = ${body} and sent_at > ${new Date(now.getTime() - TWICE_MS)} as same
    from resume_contact_message where contact_id = ${contactId} order by id desc limit 1
  `.execute(trx);
  return rows[0]?.same ?? false;
}
