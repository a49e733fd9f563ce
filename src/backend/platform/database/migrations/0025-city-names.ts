import type { Migration } from 'kysely/migration';

/** Once added the names of cities in other languages; `gazetteer-rows.ts` does it now. Databases list it as applied. */
export const cityNames: Migration = {
  up: () => Promise.resolve(),
};
