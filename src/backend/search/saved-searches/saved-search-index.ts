import type { BackendSite } from '#contract/backend/backend.js';
import type { SavedSearch, SearchToSave } from '../../platform/database/tables/alert-tables.js';

/** Which of some documents a kept search finds, the newest first. */
export type FindAmong = (search: SavedSearch, site: string) => Promise<readonly number[]>;

/** An index whose searches can be kept and asked later about what is new. */
export interface SavedSearchIndex {
  /** @throws BAD_USER_INPUT naming what is not understood */
  save(request: SearchToSave, site: string): Promise<SavedSearch>;
  /** In words of the language; empty for a search for everything. */
  describe(search: SavedSearch, site: BackendSite, language: string): Promise<string>;
  /**
   * Reads some documents, so that many searches can be asked about them: what each finds is what the index itself finds of these.
   *
   * @param ids some thousand at most; those that cannot be found (any more) are left out
   */
  among(ids: readonly number[]): Promise<FindAmong>;
}
