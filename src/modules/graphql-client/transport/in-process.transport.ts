import type { Backend, GraphqlRequest } from '#contract/backend/backend.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-result.js';
import { type GraphqlTransport, TransportFailure } from './transport.port.js';

/** Calls the embedded backend without HTTP or serialization. */
export class InProcessTransport implements GraphqlTransport {
  constructor(private readonly backend: Pick<Backend, 'execute' | 'version' | 'ping'>) {}

  send(request: GraphqlRequest): Promise<FormattedExecutionResult> {
    return this.backend.execute(request);
  }

  async version(site: string): Promise<string> {
    try {
      return await this.backend.version(site);
    } catch {
      throw new TransportFailure({ kind: 'unreachable', message: 'The database cannot be reached.' });
    }
  }

  /** Pages need both the database and its change notifications. */
  async ping(): Promise<void> {
    await Promise.all([this.backend.ping(), this.backend.version('')]);
  }
}
