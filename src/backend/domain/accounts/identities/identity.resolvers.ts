import type { Kysely } from 'kysely';
import type {
  IdentityLoginResult,
  IdentityRefusal,
  Mutation,
  MutationConfirmIdentityLinkArgs,
  MutationLinkIdentityArgs,
  MutationLoginWithIdentityArgs,
  MutationUnlinkIdentityArgs,
  Query,
} from '#contract/generated/resolvers.js';
import { type AccountRule, checkEmail, MAX_NAME_LENGTH } from '#contract/accounts/account-rules.js';
import { DEFAULT_SOCIAL_SIGN_IN, SOCIAL_PROVIDERS } from '#contract/accounts/social-providers.js';
import { withoutBidiControls } from '#shared/text/typed-lines.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { RequestContext } from '../../../platform/graphql/request-context.js';
import { accountErrors, accountResult, begunSession, loginResult, placeOf, type Place } from '../account-results.js';
import type { Database } from '../../../platform/database/schema.js';
import { putMail } from '../../../platform/mail/outbox.js';
import {
  type ConsentGiver,
  storeConsent,
  registrationRevision,
  type ShownConsent,
} from '../../consents/stored-consents.js';
import { accountLinks } from '../account-links.js';
import { writeAudit } from '../../audit/audit-log.js';
import { type Sessions, claimVisitor } from '../sessions/sessions.js';
import type { IdentityLinks } from './identity-links.js';
import type { AssertedIdentity, IdentityAssertions } from './identity-assertions.js';

/**
 * Logs in a person whom a provider has authenticated (AUTH-08). An address counts only if the provider has verified it. Even then it
 * gives no access to an existing account: its owner must first prove access to the mailbox or enter the password.
 */
export class IdentityLogin {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly sessions: Sessions,
    private readonly assertions: IdentityAssertions,
  ) {}

  /** @param visitorToken token of the data that the browser kept before the login */
  logIn(
    { assertion, visitorToken }: { assertion: string; visitorToken?: string | null },
    place: Place,
  ): Promise<IdentityLoginOutcome> {
    const { now } = place;
    return this.database.transaction().execute(async (trx) => {
      const identity = await this.assertions.take(trx, { assertion, audience: 'login', now });
      if (!identity) return refused('assertion');
      const known = await findAccount(trx, identity);
      const found = known ?? (await makeAccount(trx, identity, place));
      if ('refusal' in found) return refused(found.refusal);
      const { accountId, isNewUser } = found;
      if (visitorToken) await claimVisitor(trx, { token: visitorToken, accountId, now });
      return { ok: true, isNewUser, jwt: await this.sessions.begin(trx, { accountId, now }) } as const;
    });
  }
}

/** Resolvers for logging in with third-party providers. */
export function identityResolvers({ login, links }: { login: IdentityLogin; links: IdentityLinks }) {
  return {
    Query: {
      identities: allow<object, Query['identities']>('self', (_args, { viewer }) => links.list(viewer)),
      socialSignInSettings: allow<object, Query['socialSignInSettings']>(
        'anyone',
        (_args, { site }) => site.socialLogin ?? DEFAULT_SOCIAL_SIGN_IN,
      ),
    },
    Mutation: {
      loginWithIdentity: allow<MutationLoginWithIdentityArgs, Mutation['loginWithIdentity']>(
        'anyone',
        async ({ assertion, anonymousUserToken: visitorToken }, context) =>
          identityLoginResult(await login.logIn({ assertion, visitorToken }, placeOf(context)), context),
      ),
      confirmIdentityLink: allow<MutationConfirmIdentityLinkArgs, Mutation['confirmIdentityLink']>(
        'anyone',
        async ({ token }, context) => loginResult(await links.confirm(token, placeOf(context)), context),
      ),
      linkIdentity: allow<MutationLinkIdentityArgs, Mutation['linkIdentity']>('self', async ({ assertion }, context) =>
        accountResult(await links.link(context.viewer, assertion, placeOf(context)), context),
      ),
      unlinkIdentity: allow<MutationUnlinkIdentityArgs, Mutation['unlinkIdentity']>(
        'self',
        async ({ provider }, context) =>
          accountResult(await links.unlink(context.viewer, provider, placeOf(context)), context),
      ),
    },
  } satisfies RootResolvers;
}

const RULES: Record<IdentityRefusal, AccountRule> = {
  assertion: 'assertion',
  unverifiedEmail: 'identityEmail',
  notLinked: 'identityNotLinked',
  blocked: 'blocked',
  noRole: 'noAccounts',
};

function identityLoginResult(outcome: IdentityLoginOutcome, context: RequestContext): IdentityLoginResult {
  const __typename = 'IdentityLoginResult';
  if (outcome.ok) {
    const { jwt, isNewUser } = outcome;
    const session = begunSession(jwt, { isNewUserViaSocial: isNewUser });
    return { __typename, jwt, isNewUser, notLinked: false, refusal: null, errors: [], session };
  }
  const { refusal } = outcome;
  const errors = accountErrors([{ rule: RULES[refusal] }], context);
  return {
    __typename,
    jwt: null,
    isNewUser: false,
    notLinked: refusal === 'notLinked',
    refusal,
    errors,
    session: null,
  };
}

type IdentityLoginOutcome = { ok: true; jwt: string; isNewUser: boolean } | { ok: false; refusal: IdentityRefusal };

type Found = { accountId: string; isNewUser: boolean } | { refusal: IdentityRefusal };

const refused = (refusal: IdentityRefusal): IdentityLoginOutcome => ({ ok: false, refusal });

async function findAccount(
  database: Kysely<Database>,
  { provider, subject }: AssertedIdentity,
): Promise<Found | undefined> {
  const account = await database
    .selectFrom('account_identity')
    .innerJoin('account', 'account.id', 'account_identity.account_id')
    .select(['account.id', 'account.blocked_at'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return undefined;
  return account.blocked_at ? { refusal: 'blocked' } : { accountId: account.id, isNewUser: false };
}

async function makeAccount(database: Kysely<Database>, identity: AssertedIdentity, place: Place): Promise<Found> {
  const { provider, subject, email, emailVerified, role, consentRevisionId } = identity;
  const { site, language, locale = language, now, roles } = place;
  // The response must not reveal whether the address has an account before its owner is certain.
  if (!emailVerified || email === undefined || checkEmail(email).length > 0) return { refusal: 'unverifiedEmail' };
  if (role === undefined || roles?.[role] === false)
    return (await meetOwner(database, identity, email, place)) ?? { refusal: 'noRole' };
  const [firstName, lastName] = [nameOf(identity.firstName), nameOf(identity.lastName)];
  const made = await database
    .insertInto('account')
    .values({
      email,
      name: [firstName, lastName].flatMap((part) => part ?? []).join(' ') || email.split('@')[0]!,
      first_name: firstName,
      last_name: lastName,
      roles: [role],
      password_hash: null,
      language,
      email_verified: now,
      verified_site: site,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) {
    // A concurrent first login may have created the account.
    return (await findAccount(database, identity)) ?? (await meetOwner(database, identity, email, place))!;
  }
  await database
    .insertInto('account_identity')
    .values({ provider, subject, account_id: made.id, linked_at: now })
    .execute();
  const giver = { accountId: made.id, email, site, locale, method: 'social', now } as const;
  const shown = consentRevisionId === undefined ? undefined : { consentRevisionId };
  await storeSocialConsent(database, place, shown, giver);
  const details = { provider };
  const entry = { action: 'account.registered', actorId: made.id, subjectId: made.id, site, details } as const;
  await writeAudit(database, entry, now);
  return { accountId: made.id, isNewUser: true };
}

/** People who saw no text, or one that has changed since, are asked for consent on the first page instead. */
async function storeSocialConsent(
  database: Kysely<Database>,
  place: Place,
  shown: ShownConsent | undefined,
  giver: ConsentGiver,
): Promise<void> {
  if (!shown) return;
  const found = await registrationRevision(database, place, shown);
  if (found.ok && found.revisionId !== undefined) await storeConsent(database, found.revisionId, giver);
}

/** @returns undefined if no account has the address; otherwise mail is sent to its owner */
async function meetOwner(
  database: Kysely<Database>,
  { provider, subject, role, firstName, lastName }: AssertedIdentity,
  email: string,
  { site, language, now, roles }: Place,
): Promise<Found | undefined> {
  const owner = await database
    .selectFrom('account')
    .select(['id', 'blocked_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!owner) return undefined;
  if (owner.blocked_at) return { refusal: 'blocked' };
  // The role and the name are used if the owner of the address has not chosen any, because it was never verified.
  const names = { firstName: nameOf(firstName) ?? '', lastName: nameOf(lastName) ?? '' };
  const linked: Record<string, string> = { provider, subject, email, ...names };
  if (role !== undefined && roles?.[role] !== false) linked.role = role;
  const token = await accountLinks.make(database, {
    accountId: owner.id,
    purpose: 'link-identity',
    details: linked,
    now,
  });
  const details = { path: `/user/link-identity?token=${token}`, provider: SOCIAL_PROVIDERS[provider] };
  await putMail(database, { site, language, template: 'link-identity', recipient: email, details }, now);
  return { refusal: 'notLinked' };
}

function nameOf(part: string | undefined): string | null {
  return (
    withoutBidiControls(part ?? '')
      .trim()
      .slice(0, MAX_NAME_LENGTH) || null
  );
}
