import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { SESSION_TOKEN, sessionTokenKeys } from '#contract/accounts/session-token-keys.js';
import { SETTINGS, type Settings } from '../../../settings.js';

/** Takes bearer tokens that the embedded backend has signed. Whether the session that one names goes on, the backend says. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(@Inject(SETTINGS) { AUTH_SECRET }: Pick<Settings, 'AUTH_SECRET'>) {
    const keys = new Map(sessionTokenKeys(AUTH_SECRET).map(({ id, key }) => [id, Buffer.from(key)]));
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: [SESSION_TOKEN.algorithm],
      issuer: SESSION_TOKEN.issuer,
      // `validate` looks at it: the strategy knows no tolerance.
      ignoreExpiration: true,
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: Error | null, key?: Buffer) => void) => {
        const key = keys.get(keyIdOf(token) ?? '');
        done(key ? null : new Error('Signed with another key.'), key);
      },
    });
  }

  /** What names no session, or would hold for ever, is none of the backend's. */
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
