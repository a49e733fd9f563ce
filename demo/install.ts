import type { Kysely } from 'kysely';
import type { Backend, BackendLogger, BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../src/backend/platform/database/schema.js';
import type { SearchIndexer } from '../src/backend/platform/search-index/search-index.port.js';
import type { TermCatalog } from '../src/backend/reference/taxonomy/term-catalog.js';
import type { AlertIndexes } from '../src/backend/search/alerts/alert-rows.js';
import { DEMO_APPLICANT, DEMO_RECRUITER, provideDemoAccounts } from './accounts/demo-accounts.js';
import { provideDemoConsents } from './accounts/demo-consents.js';
import { provideDemoOrganizations } from './accounts/demo-organizations.js';
import { provideDemoResumes } from './accounts/demo-resumes.js';
import { provideDemoAlerts } from './alerts/demo-alerts.js';
import { provideDemoApplications } from './applications/demo-applications.js';
import { seedSites } from './seed/seed-sites.js';

/**
 * Creates the missing parts of the demo: its accounts, then on each site jobs, organizations, resumes, applications and alerts.
 *
 * @param options.password of the demo accounts; defaults to a random one
 * @returns the demo accounts, with their password if it is known
 */
export async function installDemo(options: {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  terms: TermCatalog;
  indexer: SearchIndexer;
  alertIndexes: AlertIndexes;
  password: string | undefined;
  now: Date;
  logger: BackendLogger;
}): Promise<Backend['demo']> {
  const { database, sites, terms, indexer, alertIndexes, password, now, logger } = options;
  const [demo] = await Promise.all([
    provideDemoAccounts(database, password, now),
    seedSites({ database, sites, terms, indexer, now, logger }),
  ]);
  const people = { recruiter: DEMO_RECRUITER, applicant: DEMO_APPLICANT };
  const emails = demo.accounts.map(({ email }) => email);
  await provideDemoConsents(database, { emails, sites: sites.map(({ name }) => name), now });
  await provideDemoOrganizations(database, { email: DEMO_RECRUITER, sites, now });
  await provideDemoResumes(database, { email: DEMO_APPLICANT, sites });
  await provideDemoApplications(database, { ...people, sites: sites.map(({ name }) => name), now });
  await provideDemoAlerts({ database, indexes: alertIndexes }, { ...people, sites, now });
  return demo;
}
