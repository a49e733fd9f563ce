import type { Kysely } from 'kysely';
import type {
  AccountResult,
  LoginResult,
  Mutation,
  MutationChangePasswordArgs,
  MutationRegisterUserArgs,
  MutationRequestPasswordResetArgs,
  MutationResetPasswordArgs,
  MutationUserLoginArgs,
  MutationVerifyEmailArgs,
  Query,
} from '../../contract/generated/resolvers.js';
import type { Database } from '../database/schema.js';
import { allow, type RootResolvers } from '../graphql/allow.js';
import type { RequestContext } from '../graphql/request-context.js';
import type { AccountFault } from '../../contract/account-rules.js';
import { messageOf } from './fault-messages.js';
import type { Login, LoginOutcome } from './login.js';
import type { Passwords } from './passwords.js';
import { register, verifyEmail } from './registration.js';
import type { Sessions } from './sessions.js';
import { loadUser } from './user.js';

export interface AccountParts {
  database: Kysely<Database>;
  sessions: Sessions;
  login: Login;
  passwords: Passwords;
}

export function accountResolvers({ database, sessions, login, passwords }: AccountParts) {
  const errorsOf = (faults: readonly AccountFault[], { language }: RequestContext): LoginResult['errors'] =>
    faults.map((fault) => ({
      __typename: 'AccountError',
      field: fault.field ?? null,
      message: messageOf(fault, language),
    }));
  const result = (faults: readonly AccountFault[], context: RequestContext): AccountResult => ({
    __typename: 'AccountResult',
    errors: errorsOf(faults, context),
  });
  const loginResult = (outcome: LoginOutcome, context: RequestContext): LoginResult =>
    outcome.ok
      ? { __typename: 'LoginResult', jwt: outcome.jwt, errors: [] }
      : { __typename: 'LoginResult', jwt: null, errors: errorsOf(outcome.faults, context) };
  const placeOf = ({ site, language, now }: RequestContext) => ({ site: site.name, language, now });

  return {
    Query: {
      getUser: allow<object, Query['getUser']>('anyone', (_args, { viewer }) =>
        viewer ? loadUser(database, viewer) : null,
      ),
    },
    Mutation: {
      userLogin: allow<MutationUserLoginArgs, Mutation['userLogin']>('anyone', async ({ email, password }, context) => {
        const outcome = await login.logIn({ email, password, now: context.now });
        return outcome.ok
          ? { __typename: 'LoginResult', jwt: outcome.jwt, errors: [] }
          : { __typename: 'LoginResult', jwt: null, errors: errorsOf(outcome.faults, context) };
      }),
      userLogout: allow<object, Mutation['userLogout']>('user', async (_args, { viewer }) => {
        await sessions.end(viewer.sessionId);
        return true;
      }),
      userLogoutEverywhere: allow<object, Mutation['userLogoutEverywhere']>('self', async (_args, { viewer }) => {
        await sessions.endAll(database, viewer.accountId);
        return true;
      }),
      registerUser: allow<MutationRegisterUserArgs, Mutation['registerUser']>('anyone', async ({ input }, context) =>
        result(await register(database, input, placeOf(context)), context),
      ),
      verifyEmail: allow<MutationVerifyEmailArgs, Mutation['verifyEmail']>(
        'anyone',
        async ({ token, password }, context) =>
          loginResult(await verifyEmail({ database, sessions }, { token, password, now: context.now }), context),
      ),
      requestPasswordReset: allow<MutationRequestPasswordResetArgs, Mutation['requestPasswordReset']>(
        'anyone',
        async ({ email }, context) => result(await passwords.requestReset(email, placeOf(context)), context),
      ),
      resetPassword: allow<MutationResetPasswordArgs, Mutation['resetPassword']>(
        'anyone',
        async ({ token, password }, context) =>
          result(await passwords.reset(token, password, placeOf(context)), context),
      ),
      changePassword: allow<MutationChangePasswordArgs, Mutation['changePassword']>(
        'self',
        async ({ currentPassword, newPassword }, context) =>
          result(await passwords.change(context.viewer, currentPassword, newPassword, placeOf(context)), context),
      ),
    },
  } satisfies RootResolvers;
}
