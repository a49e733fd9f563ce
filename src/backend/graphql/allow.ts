import type { Lazy } from './lazy.js';
import type { RequestContext } from './request-context.js';

/** Who may call an operation. */
export type Audience = 'anyone';

/** A field of Query or Mutation with the rule on who may call it. */
export interface RootField<Args, Result> {
  readonly audience: Audience;
  readonly resolve: (args: Args, context: RequestContext) => Lazy<Result> | Promise<Lazy<Result>>;
}

/** The resolvers of a domain, by the name of the field. Types below the root need none: see `Lazy`. */
export interface RootResolvers {
  Query?: Record<string, RootField<never, unknown>>;
  Mutation?: Record<string, RootField<never, unknown>>;
}

/** States who may call an operation, beside the operation. A schema is not assembled from anything else. */
export function allow<Args, Result>(
  audience: Audience,
  resolve: RootField<Args, Result>['resolve'],
): RootField<Args, Result> {
  return { audience, resolve };
}
