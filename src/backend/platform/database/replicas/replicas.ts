import type { BackendLogger } from '#contract/backend/backend.js';
import { readFrom } from './chosen-replica.js';
import { ReadReplica } from './read-replica.js';
import { parsePosition } from './wal-position.js';

/** The log of changes, as far as it was read from the primary. */
export interface KnownChanges {
  sync(): Promise<void>;
  /** Where the log of writes of the primary was when the newest change had been read. */
  readonly walPosition: string | undefined;
}

/** The replicas of a database, for reads that may be answered by any of them. */
export class Replicas {
  private readonly replicas: readonly ReadReplica[];
  private turn = 0;

  constructor(urls: readonly string[], logger: BackendLogger) {
    this.replicas = urls.map((url) => new ReadReplica(url, new URL(url).host, logger));
  }

  /**
   * Runs an operation on a replica that has every change which was committed before the call.
   *
   * @param operation only reads; `undefined`: it did not succeed
   * @returns undefined: no replica is fresh, or the operation failed on it, and the primary is to be asked
   */
  async read<Result>(changes: KnownChanges, operation: () => Promise<Result | undefined>): Promise<Result | undefined> {
    try {
      await changes.sync();
      const replica = this.choose(changes.walPosition);
      return replica && (await readFrom(replica, operation));
    } catch {
      return undefined;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  private choose(position: string | undefined): ReadReplica | undefined {
    if (position === undefined) return undefined;
    const least = parsePosition(position);
    for (let tried = 0; tried < this.replicas.length; tried++) {
      const replica = this.replicas[this.turn++ % this.replicas.length]!;
      if (replica.has(least)) return replica;
    }
    return undefined;
  }
}
