import type { GuardedTransport } from './circuit/guarded.transport.js';
import { TransportFailure } from './transport/transport.port.js';

/** Tells whether what the pages of a site show has changed. */
export class DataVersion {
  constructor(private readonly transport: Pick<GuardedTransport, 'version' | 'isAway'>) {}

  /**
   * Asked after a change was committed, it is another one than before; and what is read after the answer is at least as new. Cheap
   * enough to ask for each page: callers share the question.
   *
   * @returns undefined when it cannot be known: the backend does not answer, or it is a foreign one that has no versions.
   */
  async of(site: string): Promise<string | undefined> {
    try {
      return await this.transport.version(site);
    } catch (error) {
      if (error instanceof TransportFailure) return undefined;
      throw error;
    }
  }

  /** Whether the backend is known not to answer: whoever asks it now is refused at once. */
  get isBackendAway(): boolean {
    return this.transport.isAway;
  }
}
