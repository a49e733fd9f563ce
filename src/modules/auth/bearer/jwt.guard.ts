import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { SETTINGS, type Settings } from '../../../settings.js';

/**
 * Lets API requests through that bring no token, or a bearer token that is right; answers the others with 401. The tokens of an external
 * backend are its own to judge.
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
