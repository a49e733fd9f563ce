import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { ComboDictionary } from './combo-dictionary.js';
import { Scopes } from './scopes.js';

/** What the numbers of search_job stand for, as far as it is known in this process. */
export interface SearchCodes {
  scopes: Scopes;
  combos: ComboDictionary;
}

export function createSearchCodes(database: Kysely<Database>): SearchCodes {
  return { scopes: new Scopes(database), combos: new ComboDictionary(database) };
}
