export { AuthModule } from './auth.module.js';
export { CsrfTokens } from './cookies/csrf-tokens.js';
export { LOGOUT_PATH } from './logout.controller.js';
export { LoginTickets } from './session/login-tickets.js';
export type { SessionClaims } from './session/session-claims.js';
export { SessionReader } from './session/session-reader.js';
export { SessionWriter, type SessionExtra } from './session/session-writer.js';
export { ANONYMOUS, type Visitor, Visitors } from './session/visitors.js';
