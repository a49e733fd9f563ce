import type { Kysely } from 'kysely';
import type { Metatag, Query, QueryGetRoutInfoArgs } from '#contract/generated/resolvers.js';
import { jobPath, organizationPath, type Path } from '#contract/pages/paths.js';
import { findLandingPage, findRoutedJob, findRoutedOrganization } from './routed-content.repository.js';
import { readBlocks } from '../../domain/content/page-blocks.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { isClosed } from '../../domain/jobs/job.repository.js';
import { openingOf, textOfHtml } from '../../domain/jobs/opening-text.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';

type RouteResult = Query['getRoutInfo'];

const MAX_DESCRIPTION_LENGTH = 160;
const NUMBERED = /^\/(job|organization)\/(\d+)(?:\/[^/]*)?$/;

/**
 * What stands at a path of the site.
 *
 * @param slug the path with its leading slash, without locale prefix and query string.
 * @param language of a landing page; where it has none in it, the site's first language serves.
 */
export async function findRoute(
  database: Kysely<Database>,
  slug: string,
  language: string | undefined,
  context: RequestContext,
): Promise<RouteResult> {
  const [, kind, text = ''] = NUMBERED.exec(slug) ?? [];
  const id = parseId(text);
  if (kind === 'job') return id === undefined ? notFound() : routeOfJob(database, slug, id, context);
  if (kind === 'organization') return id === undefined ? notFound() : routeOfOrganization(database, slug, id, context);

  const page = await findLandingPage(database, context.site, slug, language);
  if (!page) return notFound();
  // Loaded where it is needed only.
  const { sanitisedHtml } = await import('../../domain/content/rich-text.js');
  const body = sanitisedHtml(page.body);
  const description = openingOf(textOfHtml(body), MAX_DESCRIPTION_LENGTH);
  const metatags = headOf({ title: page.title, description, path: slug, type: 'website' });
  const own = new Set(page.metatags.map(({ meta }) => meta));
  return {
    __typename: 'RouteContent',
    content: {
      __typename: 'LandingPageContent',
      id: String(page.id),
      title: page.title,
      body,
      blocks: await readBlocks(database, page.blocks, sanitisedHtml),
      languages: page.languages,
      metatags: [...metatags.filter(({ meta }) => !own.has(meta)), ...page.metatags],
    },
  };
}

async function routeOfJob(
  database: Kysely<Database>,
  slug: string,
  id: number,
  { site, now, viewer }: RequestContext,
): Promise<RouteResult> {
  const job = await findRoutedJob(database, site.name, id, viewer);
  if (!job) return notFound();
  const path = jobPath(String(id), job.title);
  if (slug !== path) return movedTo(path);
  const metatags = headOf({
    title: `${job.title} – ${job.organization_name}`,
    description: openingOf(textOfHtml(job.opening), MAX_DESCRIPTION_LENGTH),
    path,
    type: 'article',
    image: job.logo,
  });
  if (isClosed(job, now) || job.state !== 'published') metatags.push({ meta: 'robots', value: 'noindex' });
  return { __typename: 'RouteContent', content: { __typename: 'JobContent', id: String(id), metatags } };
}

async function routeOfOrganization(
  database: Kysely<Database>,
  slug: string,
  id: number,
  { site }: RequestContext,
): Promise<RouteResult> {
  const organization = await findRoutedOrganization(database, site.name, id);
  if (!organization) return notFound();
  const path = organizationPath(String(id), organization.name);
  if (slug !== path) return movedTo(path);
  const text = organization.mission ?? textOfHtml(organization.opening ?? '');
  const metatags = headOf({
    title: organization.name,
    description: openingOf(text || organization.name, MAX_DESCRIPTION_LENGTH),
    path,
    type: 'profile',
    image: organization.logo,
  });
  return {
    __typename: 'RouteContent',
    content: { __typename: 'OrganizationProfileContent', id: String(id), metatags },
  };
}

function headOf(page: { title: string; description: string; path: string; type: string; image?: string }): Metatag[] {
  return [
    { meta: 'title', value: page.title },
    { meta: 'description', value: page.description },
    { meta: 'canonical', value: page.path },
    { meta: 'og:title', value: page.title },
    { meta: 'og:description', value: page.description },
    { meta: 'og:type', value: page.type },
    ...(page.image === undefined ? [] : [{ meta: 'og:image', value: page.image }]),
  ];
}

function notFound(): RouteResult {
  return { __typename: 'RouteError', code: 404, reason: 'Page not found.' };
}

function movedTo(target: Path): RouteResult {
  return { __typename: 'RouteRedirect', code: 301, target };
}

function routingResolvers(database: Kysely<Database>) {
  return {
    Query: {
      getRoutInfo: allow<QueryGetRoutInfoArgs, Query['getRoutInfo']>('anyone', ({ slug, language }, context) =>
        findRoute(database, slug, language ?? undefined, context),
      ),
    },
  } satisfies RootResolvers;
}

/** Where the addresses of content lead. */
export function createRouting({ database }: { database: Kysely<Database> }): BackendModule {
  return { resolvers: [routingResolvers(database)] };
}
