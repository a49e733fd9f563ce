import type { BackendLogger } from '#contract/backend/backend.js';
import { readFrom } from './chosen-replica.js';
import { ReadReplica } from './read-replica.js';
import { parsePosition } from './wal-position.js';

/** The change log, as far as it has been read from the primary. */
export interface KnownChanges {
  sync(): Promise<void>;
  /** WAL position of the primary when the newest change had been read. */
  readonly walPosition: string | undefined;
}

/** The replicas of a database, any of which may answer a read. */
export class Replicas {
  private readonly replicas: readonly ReadReplica[];
  private turn = 0;

  constructor(urls: readonly string[], logger: BackendLogger) {
    this.replicas = urls.map((url) => new ReadReplica(url, new URL(url).host, logger));
  }

  /**
   * Runs an operation on a replica that has every change committed before the call.
   *
   * @param operation must only read; resolves to `undefined` if it did not succeed
   * @returns undefined if no replica is fresh enough or the operation failed there, and the primary must be used
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
