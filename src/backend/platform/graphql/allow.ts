import { GraphQLError } from 'graphql';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import { parseId } from '../database/statement.js';
import type { Lazy } from './lazy.js';
import {
  isAdmin,
  type Viewer,
  type RequestContext,
  type UserContext,
  activeMemberships,
  activeOrganizationOf,
  mayActForOrganization,
} from './request-context.js';

/**
 * Group of people who may call an operation. Rules that depend on the record are checked by the resolver as well, such as
 * `mayActForOrganization`.
 *
 * - `anyone`: including anonymous visitors
 * - `user`: everybody who is logged in, including an administrator who masquerades as another account
 * - `self`: the same without masquerading; for actions that only the account's owner may take
 * - `masquerader`: an administrator who masquerades as another account
 * - `admin`: administrator, site_admin and job_editor
 * - `employer`: people who may manage jobs of an organization: recruiters and the roles of `admin`
 */
type Audience =
  'anyone' | 'user' | 'self' | 'masquerader' | 'applicant' | 'recruiter' | 'employer' | 'admin' | 'administrator';

/** Audiences whose operations have a viewer. */
type KnownAudience = Exclude<Audience, 'anyone'>;

export type Refusal = 'unauthenticated' | 'forbidden';

/** @returns undefined if the viewer may call the operation */
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

/** A field of Query or Mutation with its access rule. */
export interface RootField<Args, Result> {
  readonly audience: Audience;
  readonly resolve: (args: Args, context: never) => Lazy<Result> | Promise<Lazy<Result>>;
}

/** The resolvers of a domain by the name of the field. Types below the root need none: see `Lazy`. */
export interface RootResolvers {
  Query?: Record<string, RootField<never, unknown>>;
  Mutation?: Record<string, RootField<never, unknown>>;
}

type Resolve<Args, Result, Context> = (args: Args, context: Context) => Lazy<Result> | Promise<Lazy<Result>>;

/**
 * Declares who may call an operation, next to its resolver. A schema is assembled only from such declarations, and rejects other callers
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

/**
 * Creates an error for a resolver to throw if its arguments violate a rule that the schema cannot express. The message is shown to the
 * caller.
 */
export function badUserInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: GRAPHQL_ERROR_CODES.badUserInput } });
}

/** The caller may not call the operation. */
export function refused(operation: string, refusal: Refusal): GraphQLError {
  const message =
    refusal === 'unauthenticated' ? `Log in to use ${operation}.` : `You are not allowed to use ${operation}.`;
  return new GraphQLError(message, { extensions: { code: GRAPHQL_ERROR_CODES[refusal] } });
}

/**
 * Returns the organization of an operation: the named one, or else the active one.
 *
 * @returns undefined if none is named and the viewer has none
 * @throws FORBIDDEN for an organization that is not the viewer's, whether it exists or not
 */
export function chosenOrganization(
  operation: string,
  named: string | null | undefined,
  context: UserContext,
): number | undefined {
  return organizationOf(operation, named, context, (id) => mayActForOrganization(context.viewer, id));
}

/**
 * As `chosenOrganization`, for what only members may do, on the organization's site.
 *
 * @throws FORBIDDEN for an organization to which the viewer does not belong, also for the site's staff
 */
export function ownOrganization(
  operation: string,
  named: string | null | undefined,
  context: UserContext,
): number | undefined {
  const { viewer, site } = context;
  return organizationOf(operation, named, context, (id) => activeMemberships(viewer).get(id)?.site === site.name);
}

function organizationOf(
  operation: string,
  named: string | null | undefined,
  { viewer, site }: UserContext,
  isAllowed: (id: number) => boolean,
): number | undefined {
  if (named == null) return activeOrganizationOf(viewer, site.name);
  const id = parseId(named);
  if (id === undefined || !isAllowed(id)) throw refused(operation, 'forbidden');
  return id;
}
