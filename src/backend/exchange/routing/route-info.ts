import { type Kysely, sql, type Selectable } from 'kysely';
import type {
  Job,
  LandingPage,
  OrganizationProfile,
  Query,
  QueryGetRoutInfoArgs,
  QueryLandingPageArgs,
} from '#contract/generated/resolvers.js';
import { jobPath, organizationPath, type Path } from '#contract/pages/paths.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { jobHead, landingPageHead, organizationHead, MAX_OPENING_LENGTH } from '../../domain/content/page-head.js';
import { readBlocks, withPeriods } from '../../domain/content/page-blocks.js';
import { isClosed, maySeeJob } from '../../domain/jobs/job.repository.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database, JobState, LandingPageTable } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { completedBy, type Lazy } from '../../platform/graphql/lazy.js';
import type { RequestContext, Viewer } from '../../platform/graphql/request-context.js';
import { filePath } from '../../platform/files/stored-files.js';

const MAX_SLUG_LENGTH = 500;

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

interface RoutedJob {
  title: string;
  state: JobState;
  expires_at: Date | null;
  /** Beginning of the description as HTML, possibly cut off within a tag. */
  opening: string;
  organization_name: string;
  logo?: string;
}

/** @returns undefined if the site has no such job, or the viewer may not see it */
async function findRoutedJob(
  database: Kysely<Database>,
  site: string,
  id: number,
  viewer: Viewer | null,
): Promise<RoutedJob | undefined> {
  const row = await database
    .selectFrom('job')
    .innerJoin('organization', 'organization.id', 'job.organization_id')
    .leftJoin('file', 'file.id', 'organization.logo_file')
    .select([
      'job.title',
      'job.state',
      'job.organization_id',
      'job.expires_at',
      'organization.name as organization_name',
    ])
    .select(['file.id as file_id', 'file.name as file_name'])
    .select(sql<string>`left(job.description, ${MAX_OPENING_LENGTH})`.as('opening'))
    .where('job.id', '=', id)
    .where('job.site', '=', site)
    .executeTakeFirst();
  return row && maySeeJob(row, viewer) ? { ...row, logo: logoOf(row) } : undefined;
}

interface RoutedOrganization {
  name: string;
  mission: string | null;
  opening: string | null;
  logo?: string;
}

/** @returns undefined if the site has no such organization */
async function findRoutedOrganization(
  database: Kysely<Database>,
  site: string,
  id: number,
): Promise<RoutedOrganization | undefined> {
  const row = await database
    .selectFrom('organization')
    .leftJoin('file', 'file.id', 'organization.logo_file')
    .select(['organization.name', 'mission', 'file.id as file_id', 'file.name as file_name'])
    .select(sql<string | null>`left(presentation, ${MAX_OPENING_LENGTH})`.as('opening'))
    .where('organization.id', '=', id)
    .where('organization.site', '=', site)
    .where('organization.state', '=', 'public')
    .executeTakeFirst();
  return row && { ...row, logo: logoOf(row) };
}

/** @returns the public organization of the site into which an organization was merged */
async function findMergedInto(
  database: Kysely<Database>,
  site: string,
  id: number,
): Promise<{ id: number; name: string } | undefined> {
  return database
    .selectFrom('organization as gone')
    .innerJoin('organization as other', 'other.id', 'gone.merged_into')
    .select(['other.id', 'other.name'])
    .where('gone.id', '=', id)
    .where('gone.site', '=', site)
    .where('other.site', '=', site)
    .where('other.state', '=', 'public')
    .executeTakeFirst();
}

function logoOf(row: { file_id: string | null; file_name: string | null }): string | undefined {
  return row.file_id === null ? undefined : filePath(row.file_id, row.file_name ?? 'logo');
}

/** A landing page, and the languages in which it is available, its own first. */
type FoundLandingPage = Selectable<LandingPageTable> & { languages: string[] };

/** Languages of a page: the one of the text that was found, then the others. */
function languagesOf(found: { language: string }, pages: readonly { language: string }[]): string[] {
  return [...new Set([found, ...pages].map(({ language }) => language))];
}

/** @returns undefined if the site has no such page */
async function findLandingPageById(
  database: Kysely<Database>,
  site: BackendSite,
  id: number,
): Promise<FoundLandingPage | undefined> {
  const pages = await database
    .selectFrom('landing_page')
    .selectAll()
    .where('site', '=', site.name)
    .where('slug', 'in', (query) =>
      query.selectFrom('landing_page').select('slug').where('id', '=', id).where('site', '=', site.name),
    )
    .orderBy('language')
    .execute();
  const found = pages.find((page) => page.id === id);
  return found && { ...found, languages: languagesOf(found, pages) };
}

/**
 * @returns the page in the language, otherwise in the site's first language, otherwise in any, and all its languages; undefined if there is
 *   no such page
 */
async function findLandingPage(
  database: Kysely<Database>,
  site: BackendSite,
  slug: string,
  language: string | undefined,
): Promise<FoundLandingPage | undefined> {
  if (slug.length > MAX_SLUG_LENGTH || slug.includes('\0')) return undefined;
  const pages = await database
    .selectFrom('landing_page')
    .selectAll()
    .where('site', '=', site.name)
    .where('slug', '=', slug)
    .orderBy('language')
    .execute();
  const wanted = [language?.slice(0, 2).toLowerCase(), ...site.languages];
  const found = wanted.map((code) => pages.find((page) => page.language === code)).find((page) => page) ?? pages[0];
  return found && { ...found, languages: languagesOf(found, pages) };
}
