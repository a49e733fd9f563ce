import type { BackendSite } from '#contract/backend/backend.js';
import type { KeptSearch, SearchToKeep } from '../../platform/database/tables/saved-search.js';

/** Which of some documents a kept search finds, the newest first. */
export type FindAmong = (search: KeptSearch, site: string) => Promise<readonly number[]>;

/** An index whose searches can be kept and asked later about what is new. */
export interface KeptIndex {
  /** @throws BAD_USER_INPUT naming what is not understood */
  keep(request: SearchToKeep, site: string): Promise<KeptSearch>;
  /** In words of the language; empty for a search for everything. */
  describe(search: KeptSearch, site: BackendSite, language: string): Promise<string>;
  /**
   * Reads some documents, so that many searches can be asked about them: what each finds is what the index itself finds of these.
   *
   * @param ids some thousand at most; those that cannot be found (any more) are left out
   */
  among(ids: readonly number[]): Promise<FindAmong>;
}
