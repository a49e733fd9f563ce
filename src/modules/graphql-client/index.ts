export { DataVersion } from './data-version.js';
export type { RequestContext } from './request-context.js';
export { GraphqlClient } from './graphql-client.js';
export { GuardedTransport } from './circuit/guarded.transport.js';
export { LastGoodCache } from './last-good-cache.js';
export { CALLER_SESSIONS, type CallerSessions } from './caller-sessions.js';
export { EMBEDDED_BACKEND, GraphqlClientModule } from './graphql-client.module.js';
