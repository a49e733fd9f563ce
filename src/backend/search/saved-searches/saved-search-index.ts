import type { BackendSite } from '#contract/backend/backend.js';
import type { SavedSearch, SearchToSave } from '../../platform/database/tables/alert-tables.js';

/** Returns those of a set of documents that a saved search finds, newest first. */
export type FindAmong = (search: SavedSearch, site: string) => Promise<readonly number[]>;

/** An index whose searches can be saved and run later on new documents. */
export interface SavedSearchIndex {
  /** @throws BAD_USER_INPUT naming the invalid part */
  save(request: SearchToSave, site: string): Promise<SavedSearch>;
  /** Describes a search in a language; empty for a search without conditions. */
  describe(search: SavedSearch, site: BackendSite, language: string): Promise<string>;
  /**
   * Loads a set of documents on which many searches can be run. Each returns the same of these documents as the index itself.
   *
   * @param ids a few thousand at most; documents that are not in the index are omitted
   */
  among(ids: readonly number[]): Promise<FindAmong>;
}
