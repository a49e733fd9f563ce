// Opens the database of a data folder with the product's own code, while a product may be running on it. Needs `npm run build`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const BACKEND = join(import.meta.dirname, '../../../build/server/src/backend');
const logger = { info() {}, warn: console.error, error: console.error };

/** A module of the built backend, for example `jobs/job.repository.js`. */
export const backendModule = (path) => import(pathToFileURL(join(BACKEND, path)).href);

/** @returns the database, the terms, the search with its indexer, and `close` */
export async function openBench(dataDir) {
  const { openDatabase } = await backendModule('platform/database/open-database.js');
  const { prepareDatabase } = await backendModule('reference/prepare-database.js');
  const { createSearch } = await backendModule('search/create-search.js');
  const { database, close } = await openDatabase({ dataDir, logger });
  const { terms } = await prepareDatabase(database);
  const search = createSearch({ database, terms, clock: () => new Date(), logger });
  // Otherwise the product would rebuild its index for the rows that are written here when it starts.
  await search.catchUp();
  return {
    database,
    terms,
    search,
    backend: backendModule,
    close: async () => {
      await search.close();
      await close();
    },
  };
}
