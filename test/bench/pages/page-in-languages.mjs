// The same page on a site with three languages, each for a third of the addresses.
import { sql } from 'kysely';
import { withScratchCopy } from '../made-jobs/job-folders.mjs';
import { openBench } from '../made-jobs/open-bench.mjs';
import { measureRenderedPage } from './page-rendered.mjs';

const SITE = 'europe';
const JOBS_PAGES = ['/en/jobs', '/de/jobs', '/fr/emploi'];

/** @param run options of `measureRenderedPage`; its folder is not changed */
export function measurePageInLanguages(run) {
  return withScratchCopy(run.folder, async (folder) => {
    await moveToSite(folder);
    const localized = (path, at) => path.replace('/jobs', JOBS_PAGES[at % JOBS_PAGES.length]);
    const settings = { SITE, SITES: '' };
    return measureRenderedPage({ ...run, folder, part: 'languages', name: JOBS_PAGES.join(', '), settings, localized });
  });
}

async function moveToSite(folder) {
  const { database, close } = await openBench(folder);
  try {
    const { rows } = await sql`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'site'`.execute(database);
    await database.connection().execute(async (connection) => {
      // Triggers are skipped: the index knows jobs by the number of their scope, which does not change.
      await sql`set session_replication_role = replica`.execute(connection);
      for (const { name } of rows) {
        // Rows that a server has created for this site at its start, such as menus.
        await sql`delete from ${sql.table(name)} where site = ${SITE}`.execute(connection);
        await sql`update ${sql.table(name)} set site = ${SITE} where site = 'default'`.execute(connection);
      }
      await sql`reset all`.execute(connection);
    });
    await sql`vacuum analyze`.execute(database);
    await sql`checkpoint`.execute(database);
  } finally {
    await close();
  }
}
