import { Global, Module } from '@nestjs/common';
import { CALLER_SESSIONS } from '../graphql-client/index.js';
import { RateLimitsModule } from '../rate-limits/index.js';
import { SitesModule } from '../sites/index.js';
import { AuthCookies, CsrfTokens } from './cookies/auth-cookies.js';
import { FlowCookies } from './social/oauth-flow.js';
import { KnownBrowsers } from './cookies/known-browsers.js';
import { Callers, JwtGuard, JwtStrategy } from './session/bearer-tokens.js';
import { Credentials } from './protocol/sign-in-methods.js';
import { LogController, SessionController, RestController } from './protocol/session.controller.js';
import { ProtocolCalls } from './protocol/protocol-call.js';
import { SignInController } from './protocol/sign-in.controller.js';
import { LoginTickets } from './session/sealed-tokens.js';
import { SessionReader, VisitorReader, SessionWriter } from './session/sessions.js';
import { AssertionSigner } from './social/provider-identity.js';
import { socialSignIns } from './social/social-sign-in.js';

/**
 * Browser sessions and the session protocol, whose routes `AppModule` mounts at AUTH_BASE_PATH. Global, because the GraphQL module, which
 * is a lower layer, needs it to identify the sender of a request.
 */
@Global()
@Module({
  imports: [RateLimitsModule, SitesModule],
  controllers: [SessionController, SignInController, LogController, RestController],
  providers: [
    AuthCookies,
    Credentials,
    CsrfTokens,
    FlowCookies,
    KnownBrowsers,
    JwtGuard,
    JwtStrategy,
    LoginTickets,
    ProtocolCalls,
    SessionReader,
    SessionWriter,
    VisitorReader,
    { provide: CALLER_SESSIONS, useClass: Callers },
    AssertionSigner,
    socialSignIns,
  ],
  exports: [
    CALLER_SESSIONS,
    CsrfTokens,
    KnownBrowsers,
    LoginTickets,
    ProtocolCalls,
    SessionReader,
    SessionWriter,
    VisitorReader,
  ],
})
export class AuthModule {}
