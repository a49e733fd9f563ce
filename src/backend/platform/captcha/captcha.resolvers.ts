import type { Query } from '#contract/generated/resolvers.js';
import { allow, type RootResolvers } from '../graphql/allow.js';
import type { Captcha } from './captcha.js';

export function captchaResolvers(captcha: Captcha) {
  return {
    Query: {
      captchaChallenge: allow<object, Query['captchaChallenge']>('anyone', async (_args, { now }) => {
        const { algorithm, challenge, maxnumber = 0, salt, signature } = await captcha.challenge(now);
        return { __typename: 'CaptchaChallenge', algorithm, challenge, maxnumber, salt, signature };
      }),
    },
  } satisfies RootResolvers;
}
