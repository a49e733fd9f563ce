import type { Lazy } from './lazy.js';
import type { RequestContext, UserContext } from './request-context.js';
import { isAdmin, type Viewer } from './viewer.js';

/**
 * Who may call an operation. What depends on the record is checked by its resolver as well (`mayActOn`).
 *
 * - `anyone`: anonymous visitors too
 * - `user`: whoever is logged in, an administrator who acts as somebody included
 * - `self`: the same without masquerading; for what only the person themselves may do
 * - `masquerader`: an administrator who acts as somebody
 * - `admin`: administrator, site_admin and job_editor
 * - `employer`: whoever may have to do with jobs of an organization: recruiters and those
 */
type Audience =
  'anyone' | 'user' | 'self' | 'masquerader' | 'applicant' | 'recruiter' | 'employer' | 'admin' | 'administrator';

/** Audiences whose operations have a viewer. */
type KnownAudience = Exclude<Audience, 'anyone'>;

export type Refusal = 'unauthenticated' | 'forbidden';

/** @returns undefined: they may. */
export function refusalOf(audience: Audience, viewer: Viewer | null): Refusal | undefined {
  if (audience === 'anyone') return undefined;
  if (!viewer) return 'unauthenticated';
  return isAmong(audience, viewer) ? undefined : 'forbidden';
}

function isAmong(audience: KnownAudience, viewer: Viewer): boolean {
  switch (audience) {
    case 'user':
      return true;
    case 'self':
      return viewer.masqueraderId === undefined;
    case 'masquerader':
      return viewer.masqueraderId !== undefined;
    case 'applicant':
    case 'recruiter':
      return viewer.roles.includes(audience);
    case 'admin':
      return isAdmin(viewer);
    case 'employer':
      return isAdmin(viewer) || viewer.roles.includes('recruiter');
    case 'administrator':
      return viewer.roles.includes('administrator');
  }
}

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
