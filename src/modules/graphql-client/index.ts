export { DataVersion, GuardedTransport } from './circuit/guarded.transport.js';
export type { RequestContext } from './operation.js';
export { GraphqlClient } from './graphql-client.js';
export { LastGoodCache } from './graphql-client.module.js';
export { CALLER_SESSIONS, type CallerSessions } from './endpoint/graphql.controller.js';
export { EMBEDDED_BACKEND, GraphqlClientModule } from './graphql-client.module.js';
