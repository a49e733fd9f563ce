export { addProtocolHeaders } from './protocol/protocol-headers.js';
export { AuthModule } from './auth.module.js';
export { CsrfTokens } from './cookies/csrf-tokens.js';
export { KnownBrowsers } from './cookies/known-browsers.js';
export { type LoginLimits, queueLogins } from './login-queue.js';
/** @public for forms and GraphQL */
export { LoginTickets } from './session/login-tickets.js';
export { SessionReader } from './session/session-reader.js';
export { SessionWriter } from './session/session-writer.js';
export { ANONYMOUS, type Visitor, VisitorReader } from './session/visitor-reader.js';
