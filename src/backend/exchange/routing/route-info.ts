import type { Kysely } from 'kysely';
import type {
  Job,
  LandingPage,
  OrganizationProfile,
  Query,
  QueryGetRoutInfoArgs,
  QueryLandingPageArgs,
} from '#contract/generated/resolvers.js';
import { jobPath, organizationPath, type Path } from '#contract/pages/paths.js';
import { jobHead, landingPageHead, organizationHead } from '../../domain/content/page-head.js';
import { readBlocks, withPeriods } from '../../domain/content/page-blocks.js';
import { isClosed } from '../../domain/jobs/job.repository.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { completedBy, type Lazy } from '../../platform/graphql/lazy.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import {
  findLandingPage,
  findLandingPageById,
  findMergedInto,
  findRoutedJob,
  findRoutedOrganization,
  type FoundLandingPage,
} from './routed-content.repository.js';

type RouteResult = Lazy<Query['getRoutInfo']>;

/** Loads the complete content of a path; used only by clients that request more than its head. */
export interface WholeContent {
  job(id: string, context: RequestContext): Promise<Lazy<Job> | null>;
  organization(id: number, context: RequestContext): Promise<Lazy<OrganizationProfile> | undefined>;
}

interface RoutingParts {
  database: Kysely<Database>;
  whole: WholeContent;
}

const NUMBERED = /^\/(job|organization)\/(\d+)(?:\/[^/]*)?$/;

/**
 * Finds the content at a path of the site.
 *
 * @param slug the path with its leading slash, without locale prefix and query string
 * @param language language of a landing page; if the page is not available in it, the site's first language is used
 */
export async function findRoute(
  parts: RoutingParts,
  slug: string,
  language: string | undefined,
  context: RequestContext,
): Promise<RouteResult> {
  const [, kind, text = ''] = NUMBERED.exec(slug) ?? [];
  const id = parseId(text);
  if (kind === 'job') return id === undefined ? notFound() : routeOfJob(parts, slug, id, context);
  if (kind === 'organization') return id === undefined ? notFound() : routeOfOrganization(parts, slug, id, context);
  const page = await findLandingPage(parts.database, context.site, slug, language);
  return page
    ? { __typename: 'ContentResponse', content: await toLandingPage(parts.database, page, context.site) }
    : notFound();
}

async function toLandingPage(
  database: Kysely<Database>,
  page: FoundLandingPage,
  site: RequestContext['site'],
): Promise<Lazy<LandingPage>> {
  // The module is loaded only when it is needed.
  const { sanitisedHtml } = await import('../../domain/content/rich-text.js');
  const body = sanitisedHtml(withPeriods(page.body, site, page.language));
  return {
    __typename: 'LandingPage',
    id: String(page.id),
    title: page.title,
    body,
    blocks: () => readBlocks(database, page.blocks, sanitisedHtml),
    languages: page.languages,
    metatags: landingPageHead({ title: page.title, body, path: page.slug, written: page.metatags }),
  };
}

async function routeOfJob(
  { database, whole }: RoutingParts,
  slug: string,
  id: number,
  context: RequestContext,
): Promise<RouteResult> {
  const { site, now, viewer } = context;
  const job = await findRoutedJob(database, site.name, id, viewer);
  if (!job) return notFound();
  const path = jobPath(String(id), job.title);
  if (slug !== path) return movedTo(path);
  const { title, organization_name: organizationName, opening, logo } = job;
  const isHidden = isClosed(job, now) || job.state !== 'published';
  const metatags = jobHead({ id: String(id), title, organizationName, opening, logo, isHidden });
  const known = { __typename: 'Job', id: String(id), metatags } as const;
  return {
    __typename: 'ContentResponse',
    content: completedBy<Job>('Job', known, () => whole.job(String(id), context)),
  };
}

async function routeOfOrganization(
  { database, whole }: RoutingParts,
  slug: string,
  id: number,
  context: RequestContext,
): Promise<RouteResult> {
  const organization = await findRoutedOrganization(database, context.site.name, id);
  if (!organization) {
    const other = await findMergedInto(database, context.site.name, id);
    return other ? movedTo(organizationPath(String(other.id), other.name)) : notFound();
  }
  const path = organizationPath(String(id), organization.name);
  if (slug !== path) return movedTo(path);
  const metatags = organizationHead({ id: String(id), ...organization });
  const known = { __typename: 'OrganizationProfile', id: String(id), metatags } as const;
  return {
    __typename: 'ContentResponse',
    content: completedBy<OrganizationProfile>('OrganizationProfile', known, () => whole.organization(id, context)),
  };
}

function notFound(): RouteResult {
  return { __typename: 'ErrorResponse', code: 404, reason: 'Page not found.' };
}

function movedTo(target: Path): RouteResult {
  return { __typename: 'RedirectResponse', code: 301, target };
}

function routingResolvers(parts: RoutingParts) {
  const { database } = parts;
  return {
    Query: {
      getRoutInfo: allow<QueryGetRoutInfoArgs, Query['getRoutInfo']>('anyone', ({ slug, language }, context) =>
        findRoute(parts, slug, language ?? undefined, context),
      ),
      landingPage: allow<QueryLandingPageArgs, Query['landingPage']>('anyone', async ({ id }, { site }) => {
        const number = parseId(id);
        const page = number === undefined ? undefined : await findLandingPageById(database, site, number);
        return page ? toLandingPage(database, page, site) : null;
      }),
    },
  } satisfies RootResolvers;
}

/** Resolves the addresses of content. */
export function createRouting(parts: RoutingParts): BackendModule {
  return { resolvers: [routingResolvers(parts)] };
}
