import { migrate } from '../database/migrate.js';
import { ClusterError } from '../database/cluster-error.js';
import { openDatabase } from '../database/open-database.js';
import { createSearch } from '../search/create-search.js';
import { parseServerOptions, type ServerOptions } from '../server-options.js';
import { seedTerms } from '../taxonomy/seed-terms.js';
import { seedSites } from './seed-sites.js';

const USAGE = `Usage: npm run seed
Fills the configured sites with demo data, each one that has no jobs yet. Sites: SITE and SITES; database: DATA_DIR or DATABASE_URL.`;

const print = (details: Record<string, unknown>, message: string): void => {
  process.stdout.write(`${message} ${JSON.stringify(details)}\n`);
};
const logger = { info: print, warn: print, error: print };

/** Says of each site what was made, or that nothing was. */
async function seed({ dataDir, databaseUrl, sites }: ServerOptions): Promise<void> {
  const opened = await openDatabase({ dataDir, databaseUrl, logger });
  try {
    const { database } = opened;
    await migrate(database);
    const terms = await seedTerms(database);
    const search = createSearch({ database, terms, clock: () => new Date(), logger });
    const filled: unknown[] = [];
    const noticing = {
      ...logger,
      info: (details: Record<string, unknown>, message: string) => {
        filled.push(details.site);
        print(details, message);
      },
    };
    await seedSites({
      database,
      sites,
      demoData: true,
      terms,
      indexer: search.indexer,
      now: new Date(),
      logger: noticing,
    });
    await search.close();
    for (const { name } of sites) {
      if (!filled.includes(name)) process.stdout.write(`Site ${name} has jobs already; nothing was made.\n`);
    }
  } finally {
    await opened.close();
  }
}

const options = parseServerOptions(process.argv.slice(2));
if ('error' in options) {
  process.stderr.write(`${options.error}\n${USAGE}\n`);
  process.exitCode = 2;
} else {
  await seed(options).catch((error: unknown) => {
    process.stderr.write(`${error instanceof ClusterError ? error.message : String((error as Error).stack)}\n`);
    process.exitCode = 1;
  });
}
