import type { Audience, KnownAudience } from './audience.js';
import type { Lazy } from './lazy.js';
import type { RequestContext, UserContext } from './request-context.js';

/** A field of Query or Mutation with the rule on who may call it. */
export interface RootField<Args, Result> {
  readonly audience: Audience;
  readonly resolve: (args: Args, context: never) => Lazy<Result> | Promise<Lazy<Result>>;
}

/** The resolvers of a domain, by the name of the field. Types below the root need none: see `Lazy`. */
export interface RootResolvers {
  Query?: Record<string, RootField<never, unknown>>;
  Mutation?: Record<string, RootField<never, unknown>>;
}

type Resolve<Args, Result, Context> = (args: Args, context: Context) => Lazy<Result> | Promise<Lazy<Result>>;

/**
 * States who may call an operation, beside the operation. A schema is not assembled from anything else, and refuses all others
 * before the resolver runs.
 */
export function allow<Args, Result>(
  audience: 'anyone',
  resolve: Resolve<Args, Result, RequestContext>,
): RootField<Args, Result>;
export function allow<Args, Result>(
  audience: KnownAudience,
  resolve: Resolve<Args, Result, UserContext>,
): RootField<Args, Result>;
export function allow<Args, Result>(
  audience: Audience,
  resolve: Resolve<Args, Result, never>,
): RootField<Args, Result> {
  return { audience, resolve };
}
