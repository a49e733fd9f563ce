import { setFlagsFromString } from 'node:v8';
import type { BackendLogger } from '#contract/backend/backend.js';
import { lowerPriority } from '../../platform/embedded-postgres/lower-priority.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { createSearch } from '../../search/create-search.js';
import { indexedFeatures } from '../../search/indexing/job-indexer.js';
import { prepareDatabase } from '../../reference/prepare-database.js';
import { GazetteerPlaceFinder } from '../../reference/places/gazetteer.place-finder.js';
import type { ImportEnvironment } from './import-file.js';

/** Opens the database with everything an import needs, in a process with no other work. */
export async function openImporting(
  options: { dataDir: string; databaseUrl?: string },
  logger: BackendLogger,
): Promise<Pick<ImportEnvironment, 'database' | 'terms' | 'indexer' | 'places'> & { close: () => Promise<void> }> {
  const opened = await openDatabase({ ...options, inBackground: true, logger });
  // Only now, since a database server started by this process would inherit the low priority, and it also serves others.
  yieldToServers();
  const { database } = opened;
  try {
    const { terms } = await prepareDatabase(database);
    const features = await indexedFeatures(database);
    const search = createSearch({ database, terms, features, clock: () => new Date(), logger });
    const places = new GazetteerPlaceFinder(database, search.gazetteer);
    return {
      database,
      terms,
      indexer: search.indexer,
      places,
      close: async () => {
        await search.close();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Lowers the priority of this process, so that visitors of the site do not wait for an import. */
function yieldToServers(): void {
  // Batches produce much short-lived garbage: with earlier collection, a file of any size is imported in about 250 MB.
  setFlagsFromString('--heap-growing-percent=45');
  lowerPriority();
}
