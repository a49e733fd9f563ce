import type { Kysely } from 'kysely';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import type { JobToSave } from '../../../src/backend/domain/jobs/job.repository.js';
import type { SearchIndexer } from '../../../src/backend/platform/search-index/search-index.port.js';
import { saveOrganizations } from '../../../src/backend/domain/organizations/organization.repository.js';

/** @returns the id of a small organization without a logo */
export async function createOrganization(
  database: Kysely<Database>,
  site: string,
  name = 'Food Bank',
): Promise<string> {
  const organization = { source: 'test', sourceKey: name, name, language: 'en', benefitTids: [], featured: true };
  const ids = await saveOrganizations(database, site, [organization], { indexOrganizations: () => Promise.resolve() });
  return ids.get(name) ?? '';
}

export function jobToSave(organizationId: string, changes: Partial<JobToSave> = {}): JobToSave {
  return {
    organizationId,
    source: 'test',
    sourceKey: 'one',
    title: 'Community cook',
    language: 'en',
    description: '<p>Cook for two hundred people a day, with a team of volunteers.</p>',
    state: 'published',
    employmentTypeTids: [101],
    industryTids: [],
    occupationTids: [],
    skills: ['cooking'],
    benefitTids: [],
    eligibleCountries: [],
    publishedAt: new Date('2026-11-01T08:00:00Z'),
    applicationWorkflow: 'form',
    featured: false,
    ...changes,
  };
}

/** Records the jobs that it is asked to index and remove. */
export function recordingIndexer(): SearchIndexer & { indexed: string[]; removed: string[] } {
  const indexed: string[] = [];
  const removed: string[] = [];
  return {
    indexed,
    removed,
    index(_trx, ids) {
      indexed.push(...ids);
      return Promise.resolve();
    },
    remove(_trx, ids) {
      removed.push(...ids);
      return Promise.resolve();
    },
    indexOrganizations: () => Promise.resolve(),
    indexResumes: () => Promise.resolve(),
  };
}
