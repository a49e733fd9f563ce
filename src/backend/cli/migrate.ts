import { openDatabase } from '../platform/database/open-database.js';
import { prepareDatabase } from '../reference/prepare-database.js';
import { databaseOf } from './backup-options.js';
import { report, runCommand, silent } from './command-report.js';

/** Upgrades the database of DATA_DIR or DATABASE_URL to this release, as the first process that starts would do. */
async function run(): Promise<void> {
  const opened = await openDatabase({ ...databaseOf(process.env), logger: silent });
  try {
    const { migrated } = await prepareDatabase(opened.database);
    report(migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The database is up to date.');
  } finally {
    await opened.close();
  }
}

await runCommand(run);
