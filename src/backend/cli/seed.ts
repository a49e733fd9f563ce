import { ClusterError } from '../platform/embedded-postgres/cluster-files.js';
import { openDatabase } from '../platform/database/open-database.js';
import { createSearch } from '../search/create-search.js';
import { readServerConfig, type ServerOptions } from '../server-config.js';
import { prepareDatabase } from '../reference/prepare-database.js';
import { seedMissingContent } from '../domain/content/seed-content.js';

const USAGE = `Usage: npm run seed
Fills each configured site that has no jobs yet with demo data. Sites: SITE and SITES; database: DATA_DIR or DATABASE_URL.`;

const print = (details: Record<string, unknown>, message: string): void => {
  process.stdout.write(`${message} ${JSON.stringify(details)}\n`);
};
const logger = { info: print, warn: print, error: print };

/** Installs demo data and reports the result for each site. */
async function seed({ dataDir, databaseUrl, sites, searchFeatures: features }: ServerOptions): Promise<void> {
  const opened = await openDatabase({ dataDir, databaseUrl, logger });
  try {
    const { database } = opened;
    const { terms } = await prepareDatabase(database);
    const search = createSearch({ database, terms, features, clock: () => new Date(), logger });
    const now = new Date();
    await seedMissingContent(database, sites, now);
    const { seedSites } = await import('../../../demo/seed/seed-sites.js');
    const filled = await seedSites({ database, sites, terms, indexer: search.indexer, now, logger });
    await search.close();
    for (const { name } of sites) {
      if (!filled.includes(name)) process.stdout.write(`Site ${name} already has jobs; no demo data was created.\n`);
    }
  } finally {
    await opened.close();
  }
}

const options = readServerConfig(process.argv.slice(2));
if ('error' in options) {
  process.stderr.write(`${options.error}\n${USAGE}\n`);
  process.exitCode = 2;
} else {
  await seed(options).catch((error: unknown) => {
    process.stderr.write(`${error instanceof ClusterError ? error.message : String((error as Error).stack)}\n`);
    process.exitCode = 1;
  });
}
