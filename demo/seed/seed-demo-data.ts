import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { slugify } from '#contract/pages/paths.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import type { DemoJob, DemoOrganization } from '../demo-data.js';
import { FIELDS_OF_OCCUPATION } from '../occupations/fields-of-study.js';
import { generateDemoData } from '../generate.js';
import { saveJobs, type JobToSave } from '../../src/backend/domain/jobs/job.repository.js';
import type { SearchIndexer } from '../../src/backend/platform/search-index/search-index.port.js';
import { drawLogo } from '../organizations/logo-svg.js';
import {
  saveOrganizations,
  type OrganizationToSave,
} from '../../src/backend/domain/organizations/organization.repository.js';
import { seedArticles } from './seed-articles.js';
import { seedDetails } from './seed-details.js';
import { tidOf } from './tid-of.js';
import type { TermCatalog } from '../../src/backend/reference/taxonomy/term-catalog.js';

/** Value of the column `source` for generated rows. */
export const DEMO_SOURCE = 'demo';
const BATCH = 1000;
/** Maximum number of terms of a vocabulary in an organization's profile. */
const MAX_TERMS = 6;

/** Fills a site with generated organizations and jobs; `size` replaces the default numbers. @returns how many were added */
export async function seedDemoData(options: {
  trx: Kysely<Database>;
  site: BackendSite;
  terms: TermCatalog;
  indexer: SearchIndexer;
  now: Date;
  size?: { organizations: number; jobs: number };
}): Promise<{ organizations: number; jobs: number }> {
  const { trx, site, terms, indexer, now, size } = options;
  const { organizations, jobs } = generateDemoData({ profile: site.demo, now, ...size });
  const logos = await saveLogos(trx, organizations, now);
  const occupations = occupationsOf(jobs);
  const ids = await saveOrganizations(
    trx,
    site.name,
    organizations.map((organization) =>
      toOrganization(organization, terms, {
        logoFile: logos.get(organization.key),
        occupations: occupations.get(organization.key) ?? [],
      }),
    ),
    indexer,
  );
  await seedDetails(trx, organizations, ids, now);
  await seedArticles(trx, site, now);
  for (let start = 0; start < jobs.length; start += BATCH) {
    const batch = jobs
      .slice(start, start + BATCH)
      .map((job) => toJob(job, terms, ids.get(job.organization) ?? '', now));
    await saveJobs(trx, site.name, batch, indexer);
  }
  return { organizations: organizations.length, jobs: jobs.length };
}

async function saveLogos(
  trx: Kysely<Database>,
  organizations: readonly DemoOrganization[],
  now: Date,
): Promise<Map<string, string>> {
  const drawn = organizations
    .filter(({ hasLogo }) => hasLogo)
    .map((organization) => ({ key: organization.key, id: randomUUID(), organization }));
  if (drawn.length === 0) return new Map();
  await trx
    .insertInto('file')
    .values(
      drawn.map(({ id, organization }) => ({
        id,
        name: `${slugify(organization.name)}.svg`,
        content_type: 'image/svg+xml',
        bytes: Buffer.from(drawLogo(organization)),
        created_at: now,
      })),
    )
    .execute();
  return new Map(drawn.map(({ key, id }) => [key, id]));
}

function toOrganization(
  organization: DemoOrganization,
  terms: TermCatalog,
  { logoFile, occupations }: { logoFile: string | undefined; occupations: readonly string[] },
): OrganizationToSave {
  const fields = new Set(occupations.flatMap((slug) => FIELDS_OF_OCCUPATION[slug] ?? []));
  return {
    ...organization,
    source: DEMO_SOURCE,
    sourceKey: organization.key,
    industryTid: tidOf(organization.industry, terms),
    sizeTid: tidOf(organization.size, terms),
    benefitTids: organization.benefits.map((slug) => tidOf(slug, terms)),
    occupationTids: occupations.map((slug) => tidOf(slug, terms)),
    fieldOfStudyTids: [...fields].slice(0, MAX_TERMS).map((slug) => tidOf(slug, terms)),
    logoFile,
  };
}

/** Returns the occupations that an organization employs: those of its adverts, most frequent first. */
function occupationsOf(jobs: readonly DemoJob[]): Map<string, string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { organization, occupations } of jobs) {
    const own = counts.get(organization) ?? new Map<string, number>();
    for (const slug of occupations) own.set(slug, (own.get(slug) ?? 0) + 1);
    counts.set(organization, own);
  }
  const frequent = (own: ReadonlyMap<string, number>): string[] =>
    [...own].sort(([, one], [, other]) => other - one).map(([slug]) => slug);
  return new Map([...counts].map(([key, own]) => [key, frequent(own).slice(0, MAX_TERMS)]));
}

function toJob(job: DemoJob, terms: TermCatalog, organizationId: string, now: Date): JobToSave {
  const tids = (slugs: readonly string[]): number[] => slugs.map((slug) => tidOf(slug, terms));
  return {
    ...job,
    organizationId,
    source: DEMO_SOURCE,
    sourceKey: job.key,
    state: job.expiresAt !== undefined && job.expiresAt <= now ? 'archived' : 'published',
    employmentTypeTids: tids(job.employmentTypes),
    industryTids: tids(job.industries),
    occupationTids: tids(job.occupations),
    experienceTid: tidOf(job.experience, terms),
    remoteTid: tidOf(job.remote, terms),
    degreeTid: job.degreeLevel === undefined ? undefined : tidOf(job.degreeLevel, terms),
    benefitTids: tids(job.benefits),
    eligibleCountries: job.eligibleCountries ?? [],
  };
}
