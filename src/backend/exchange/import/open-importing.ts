import { setFlagsFromString } from 'node:v8';
import type { BackendLogger } from '#contract/backend/backend.js';
import { lowerPriority } from '../../platform/embedded-postgres/lower-priority.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { createSearch } from '../../search/create-search.js';
import { indexedFeatures } from '../../search/indexing/index-format.js';
import { prepareDatabase } from '../../reference/prepare-database.js';
import { GazetteerPlaceFinder } from '../../reference/places/gazetteer.place-finder.js';
import type { ImportEnvironment } from './import-file.js';

/** The database with all that an import writes by, in a process that has nothing else to do. */
export async function openImporting(
  options: { dataDir: string; databaseUrl?: string },
  logger: BackendLogger,
): Promise<Pick<ImportEnvironment, 'database' | 'terms' | 'indexer' | 'places'> & { close: () => Promise<void> }> {
  const opened = await openDatabase({ ...options, inBackground: true, logger });
  // Not before: a database server that this process had to start serves others too.
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

/** People who look at pages do not wait for an import. */
function yieldToServers(): void {
  // Batches leave much behind that is soon garbage: collected early, a file of any size is imported in some 250 MB.
  setFlagsFromString('--heap-growing-percent=45');
  lowerPriority();
}
