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
import type { AccountRule } from '#contract/accounts/account-rules.js';
import { DEFAULT_SOCIAL_SIGN_IN } from '#contract/accounts/social-providers.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { RequestContext } from '../../../platform/graphql/request-context.js';
import { accountErrors, accountResult, begunSession, loginResult, placeOf } from '../account-results.js';
import type { IdentityLinks } from './identity-links.js';
import type { IdentityLogin, IdentityLoginOutcome } from './identity-login.js';

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
