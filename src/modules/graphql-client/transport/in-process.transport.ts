import type { Backend, GraphqlRequest } from '../../../contract/backend.js';
import type { FormattedExecutionResult } from '../../../contract/graphql-result.js';
import type { GraphqlTransport } from './transport.port.js';

/** Calls the embedded backend: no HTTP, no serialisation. */
export class InProcessTransport implements GraphqlTransport {
  constructor(private readonly backend: Pick<Backend, 'execute'>) {}

  send(request: GraphqlRequest): Promise<FormattedExecutionResult> {
    return this.backend.execute(request);
  }
}
