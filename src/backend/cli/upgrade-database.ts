import { upgradeFolder } from '../platform/backup/upgrade-folder.js';
import { databaseOf } from './backup-options.js';
import { CommandError, readRelease, report, reportTable, runCommand, silent, objectsOf } from './command-report.js';

async function upgrade(): Promise<void> {
  const { dataDir, databaseUrl } = databaseOf(process.env);
  if (databaseUrl !== undefined)
    throw new CommandError('DATABASE_URL refers to an external PostgreSQL server: upgrade it with its own tools.');
  const release = readRelease();
  const objects = objectsOf(process.env);
  const request = { dataDir, release, now: new Date(), logger: silent, onTable: reportTable };
  const left = await upgradeFolder({ ...request, ...(objects ? { objects } : {}) });
  report(
    left
      ? `The database is upgraded. ${left.before} and ${left.backup} are as before; delete them when all is well.`
      : 'The database is of the present version of PostgreSQL.',
  );
}

await runCommand(upgrade);
