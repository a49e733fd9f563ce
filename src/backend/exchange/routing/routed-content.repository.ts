import { sql, type Kysely, type Selectable } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database, JobState, LandingPageTable } from '../../platform/database/schema.js';
import type { Viewer } from '../../platform/graphql/request-context.js';
import { maySeeJob } from '../../domain/jobs/job.repository.js';
import { MAX_OPENING_LENGTH } from '../../domain/content/page-head.js';
import { filePath } from '../../platform/files/stored-files.js';

export interface RoutedJob {
  title: string;
  state: JobState;
  expires_at: Date | null;
  /** Beginning of the description as HTML, possibly cut off within a tag. */
  opening: string;
  organization_name: string;
  logo?: string;
}

/** @returns undefined if the site has no such job, or the viewer may not see it */
export async function findRoutedJob(
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

export interface RoutedOrganization {
  name: string;
  mission: string | null;
  opening: string | null;
  logo?: string;
}

/** @returns undefined if the site has no such organization */
export async function findRoutedOrganization(
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
export async function findMergedInto(
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

const MAX_SLUG_LENGTH = 500;

/** A landing page, and the languages in which it is available. */
export type FoundLandingPage = Selectable<LandingPageTable> & { languages: string[] };

/** @returns undefined if the site has no such page */
export async function findLandingPageById(
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
  return found && { ...found, languages: pages.map((page) => page.language) };
}

/**
 * @returns the page in the language, otherwise in the site's first language, otherwise in any, and all its languages; undefined if there is
 *   no such page
 */
export async function findLandingPage(
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
  return found && { ...found, languages: pages.map((page) => page.language) };
}
