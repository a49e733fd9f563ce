import type { Mutation, MutationCountJobViewsArgs } from '#contract/generated/resolvers.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { JobViews } from './count-views.js';

/** How often jobs were seen. */
export function jobViewResolvers(views: JobViews) {
  return {
    Mutation: {
      // Whoever asks: it is the signature that counts.
      countJobViews: allow<MutationCountJobViewsArgs, Mutation['countJobViews']>(
        'anyone',
        async ({ assertion }, { site, now }) => (await views.count(assertion, { site: site.name, now })) ?? null,
      ),
    },
  } satisfies RootResolvers;
}
