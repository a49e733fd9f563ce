import { type Kysely, sql } from 'kysely';
import type { BackendLogger, BackendOptions } from '#contract/backend/backend.js';
import type {
  Mutation,
  MutationRegisterUserArgs,
  MutationRequestEmailVerificationArgs,
  MutationRequestPasswordResetArgs,
  MutationResetPasswordArgs,
  MutationUserLoginArgs,
  MutationVerifyEmailArgs,
} from '#contract/generated/resolvers.js';
import { Captcha, captchaResolvers, type CaptchaCheck, SiteverifyCaptcha } from '../../platform/captcha/captcha.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { type AgedRows, rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { accountResolvers, type AddressedData } from './account.resolvers.js';
import { BackgroundWork, PasswordQueue } from './slow-work.js';
import { IdentityAssertions } from './identities/identity-assertions.js';
import { IdentityLinks } from './identities/identity-links.js';
import { identityResolvers, IdentityLogin } from './identities/identity.resolvers.js';
import { Login } from './login/login.js';
import { membershipResolvers } from './membership.resolvers.js';
import { Passwords } from './passwords/passwords.js';
import { Masquerade } from './sessions/masquerade.js';
import { Sessions, SessionTokens } from './sessions/sessions.js';
import { accountResult, jwtToken, loginResult, placeOf } from './account-results.js';
import { register, requestVerification, verifyEmail } from './registration/registration.js';

export interface Accounts extends BackendModule {
  sessions: Sessions;
  masquerade: Masquerade;
  /** Limits the number of passwords that are hashed concurrently. */
  turns: PasswordQueue;
  captcha: CaptchaCheck;
}

/** Registration, login, sessions, third-party identities, and people's own accounts. */
export function createAccounts(deps: {
  database: Kysely<Database>;
  changes: ChangeFeed;
  alerts: AddressedData;
  secrets: BackendOptions['secrets'];
  captchaService: BackendOptions['captchaService'];
  logger: BackendLogger;
}): Accounts {
  const { database, changes, alerts, secrets, captchaService, logger } = deps;
  const sessions = new Sessions(database, new SessionTokens(secrets), changes);
  const background = new BackgroundWork(logger);
  const passwords = new Passwords(database, sessions, background);
  const turns = new PasswordQueue();
  const proofOfWork = new Captcha(database, secrets);
  const captcha = captchaService ? new SiteverifyCaptcha(captchaService, logger) : proofOfWork;
  const assertions = new IdentityAssertions(secrets);
  const masquerade = new Masquerade(database, sessions);
  const login = new Login(database, sessions);
  return {
    sessions,
    masquerade,
    turns,
    captcha,
    resolvers: [
      captchaResolvers(proofOfWork),
      loginResolvers({ database, sessions, passwords, masquerade, captcha, turns, background, login }),
      identityResolvers({
        login: new IdentityLogin(database, sessions, assertions),
        links: new IdentityLinks(database, sessions, assertions),
      }),
      accountResolvers({ database, alerts, sessions, passwords, turns }),
      membershipResolvers(database),
    ],
    retention: accountRetention,
    close: () => background.settled(),
  };
}

const expired = (table: string): AgedRows => ({ table, since: sql`expires_at` });

/** The expired link of an unconfirmed registration contains details that the next one needs; it is deleted with the account. */
const expiredLinks: AgedRows = {
  table: 'account_link',
  since: sql`expires_at`,
  where: sql`(purpose <> 'verify-email'
    or not exists (select from account where id = account_link.account_id and email_verified is null))`,
};

/**
 * Retention rules for data around accounts: expired sessions, links and captchas, unconfirmed accounts, and proof of consents after the
 * limitation period.
 */
export const accountRetention = [
  rowsOlderThanAllowed(
    'expiredAccess',
    expiredLinks,
    ...['account_session', 'registration_attempt', 'organization_invitation'].map(expired),
    ...['captcha_solution', 'identity_assertion'].map(expired),
  ),
  rowsOlderThanAllowed('unconfirmedAccounts', {
    table: 'account',
    since: sql`created_at`,
    where: (now) => sql`email_verified is null
      and not exists (select from account_link where account_id = account.id and expires_at > ${now})
      and not exists (select from account_session where account_id = account.id)
      and not exists (select from organization_member where account_id = account.id)`,
  }),
  rowsOlderThanAllowed('consentProofs', {
    table: 'consent_proof',
    since: sql`account_deleted_at`,
    site: sql`(select i.site from consent_revision r join consent_info i on i.id = r.info_id where r.id = revision_id)`,
  }),
];

/** Resolvers for logging in and out. */
function loginResolvers(parts: {
  database: Kysely<Database>;
  sessions: Sessions;
  login: Login;
  passwords: Passwords;
  masquerade: Masquerade;
  captcha: CaptchaCheck;
  turns: PasswordQueue;
  background: BackgroundWork;
}) {
  const { database, sessions, login, passwords, masquerade, captcha, turns, background } = parts;

  return {
    Mutation: {
      userLogin: allow<MutationUserLoginArgs, Mutation['userLogin']>('anyone', (credentials, context) =>
        turns.take(context, async () => jwtToken(await login.logIn({ ...credentials, now: context.now }), context)),
      ),
      userLogout: allow<object, Mutation['userLogout']>('user', async (_args, context) => {
        await masquerade.logOut(context.viewer, placeOf(context));
        return true;
      }),
      registerUser: allow<MutationRegisterUserArgs, Mutation['registerUser']>('anyone', ({ input }, context) => {
        const judge = context.site.captcha?.registration ? () => captcha.judge(input.captcha, context) : undefined;
        return turns.take(context, async () =>
          accountResult(await register(database, input, placeOf(context), judge), context),
        );
      }),
      verifyEmail: allow<MutationVerifyEmailArgs, Mutation['verifyEmail']>('anyone', (args, context) =>
        turns.take(context, async () =>
          loginResult(await verifyEmail({ database, sessions }, { ...args, place: placeOf(context) }), context),
        ),
      ),
      requestEmailVerification: allow<MutationRequestEmailVerificationArgs, Mutation['requestEmailVerification']>(
        'anyone',
        (args, context) =>
          accountResult(requestVerification({ database, background }, args, placeOf(context)), context),
      ),
      requestPasswordReset: allow<MutationRequestPasswordResetArgs, Mutation['requestPasswordReset']>(
        'anyone',
        ({ email }, context) => accountResult(passwords.requestReset(email, placeOf(context)), context),
      ),
      resetPassword: allow<MutationResetPasswordArgs, Mutation['resetPassword']>(
        'anyone',
        ({ token, password }, context) =>
          turns.take(context, async () =>
            accountResult(await passwords.reset(token, password, placeOf(context)), context),
          ),
      ),
    },
  } satisfies RootResolvers;
}
