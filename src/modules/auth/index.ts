export { addProtocolHeaders } from './protocol/protocol-call.js';
export { AuthModule } from './auth.module.js';
export { CsrfTokens } from './cookies/auth-cookies.js';
export { KnownBrowsers } from './cookies/known-browsers.js';
export { type LoginLimits, ProtocolCalls, queueLogins } from './protocol/protocol-call.js';
/** @public for forms and GraphQL */
export { LoginTickets } from './session/sealed-tokens.js';
export { SessionReader } from './session/sessions.js';
export { SessionWriter } from './session/sessions.js';
export { ANONYMOUS, type Visitor, VisitorReader } from './session/sessions.js';
