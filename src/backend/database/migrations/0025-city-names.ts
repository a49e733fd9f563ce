import type { Migration } from 'kysely';
import { addCityNames } from '../../places/names/add-city-names.js';

/** Names of cities in other languages, for databases whose gazetteer was filled before it had them. */
export const cityNames: Migration = {
  up: (database) => addCityNames(database),
};
