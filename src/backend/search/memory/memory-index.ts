import type { IndexChange } from './index-row.js';

/** The published jobs of all sites, in memory. */
export class MemoryIndex {
  /**
   * @param segments what `toBuffers` gave, each in one piece.
   * @returns undefined when something is wrong with them.
   */
  static fromBuffers(segments: readonly Uint8Array[]): MemoryIndex | undefined {
    return segments.length === 0 ? new MemoryIndex() : undefined;
  }

  /** Of its arrays. */
  get bytes(): number {
    return 0;
  }

  get documents(): number {
    return 0;
  }

  /**
   * Searches see all of a change or nothing of it. For many rows at once as well: some thousand at a time, newest first, is fastest.
   * Changes take effect in the order of the calls.
   */
  apply({ rows }: IndexChange): Promise<void> {
    return rows.length === 0 ? Promise.resolve() : Promise.reject(new Error('Not there yet'));
  }

  /** Merges small segments where that is due, a few milliseconds at a time. May be called at any time: one runs, others wait for it. */
  maintain(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * For a snapshot, as of now: changes that come while it is written are not in it.
   *
   * @returns for each segment the pieces that make it up, to be written one after the other.
   */
  toBuffers(): readonly (readonly Uint8Array[])[] {
    return [];
  }
}
