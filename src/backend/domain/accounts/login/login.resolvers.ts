import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationRegisterUserArgs,
  MutationRequestEmailVerificationArgs,
  MutationRequestPasswordResetArgs,
  MutationResetPasswordArgs,
  MutationUserLoginArgs,
  MutationVerifyEmailArgs,
} from '#contract/generated/resolvers.js';
import type { CaptchaCheck } from '../../../platform/captcha/captcha.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { accountResult, jwtToken, loginResult, placeOf } from '../account-results.js';
import type { BackgroundWork, PasswordQueue } from '../slow-work.js';
import type { Login } from './login.js';
import type { Masquerade } from '../sessions/masquerade.js';
import type { Passwords } from '../passwords/passwords.js';
import { register, requestVerification, verifyEmail } from '../registration/registration.js';
import type { Sessions } from '../sessions/sessions.js';

/** Resolvers for logging in and out. */
export function loginResolvers(parts: {
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
