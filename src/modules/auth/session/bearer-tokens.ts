import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Observable } from 'rxjs';
import { SESSION_TOKEN, sessionTokenKeys } from '#contract/backend/signed-tokens.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { CallerSessions } from '../../graphql-client/index.js';
import { KnownBrowsers } from '../cookies/known-browsers.js';
import { LoginTickets } from './sealed-tokens.js';
import { SessionReader } from './sessions.js';

/**
 * Admits API requests without a token or with a valid bearer token; rejects others with 401. Tokens of an external backend are checked by
 * that backend.
 */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'BACKEND_GRAPHQL_URL'>) {
    super();
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> | Observable<boolean> {
    const { authorization } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (authorization === undefined || this.settings.BACKEND_GRAPHQL_URL) return true;
    return super.canActivate(context);
  }
}

/** Identifies the sender of a GraphQL request by its bearer token, otherwise by its session cookie. */
@Injectable()
export class Callers implements CallerSessions {
  constructor(
    @Inject(JwtGuard) private readonly guard: JwtGuard,
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(LoginTickets) private readonly tickets: LoginTickets,
    @Inject(KnownBrowsers) private readonly browsers: KnownBrowsers,
  ) {}

  admit(context: ExecutionContext): boolean | Promise<boolean> | Observable<boolean> {
    return this.guard.canActivate(context);
  }

  async callerOf(request: FastifyRequest): ReturnType<CallerSessions['callerOf']> {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return bearer === undefined ? ((await this.sessions.read(request)) ?? {}) : { jwt: bearer };
  }

  knownBrowser(request: FastifyRequest, email: string): Promise<string | undefined> {
    return this.browsers.idFor(request, email);
  }

  ticketFor(jwt: string): Promise<string> {
    return this.tickets.seal(jwt);
  }
}

/** Accepts bearer tokens signed by the embedded backend. The backend itself checks whether the token's session still exists. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(@Inject(SETTINGS) { AUTH_SECRET }: Pick<Settings, 'AUTH_SECRET'>) {
    const keys = new Map(sessionTokenKeys(AUTH_SECRET).map(({ id, key }) => [id, Buffer.from(key)]));
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: [SESSION_TOKEN.algorithm],
      issuer: SESSION_TOKEN.issuer,
      // `validate` checks the expiry, because the strategy supports no clock tolerance.
      ignoreExpiration: true,
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: Error | null, key?: Buffer) => void) => {
        const key = keys.get(keyIdOf(token) ?? '');
        done(key ? null : new Error('Signed with another key.'), key);
      },
    });
  }

  /** The backend never issues tokens without a session or an expiry. */
  validate({ sub, jti, exp = 0 }: { sub?: string; jti?: string; exp?: number }): { accountId: string } | false {
    const isOver = exp + SESSION_TOKEN.clockToleranceSeconds <= Date.now() / 1000;
    return sub === undefined || jti === undefined || isOver ? false : { accountId: sub };
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}
