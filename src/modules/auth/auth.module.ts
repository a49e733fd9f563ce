import { Global, Module } from '@nestjs/common';
import { CALLER_SESSIONS } from '../graphql-client/index.js';
import { SitesModule } from '../sites/index.js';
import { AuthCookies } from './cookies/auth-cookies.js';
import { CsrfTokens } from './cookies/csrf-tokens.js';
import { LogoutController } from './logout.controller.js';
import { CookieCallers } from './session/cookie-callers.js';
import { LoginTickets } from './session/login-tickets.js';
import { SessionReader } from './session/session-reader.js';
import { SessionWriter } from './session/session-writer.js';
import { Visitors } from './session/visitors.js';

/** Sessions of browsers and the protocol under /api/auth. Global: GraphQL, which is below it, asks it who a request is from. */
@Global()
@Module({
  imports: [SitesModule],
  controllers: [LogoutController],
  providers: [
    AuthCookies,
    CsrfTokens,
    LoginTickets,
    SessionReader,
    SessionWriter,
    Visitors,
    { provide: CALLER_SESSIONS, useClass: CookieCallers },
  ],
  exports: [CALLER_SESSIONS, CsrfTokens, LoginTickets, SessionReader, SessionWriter, Visitors],
})
export class AuthModule {}
