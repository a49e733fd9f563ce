import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
const LOCAL_HOST = /^(localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Lets in who sits at the machine itself: whoever reads the mails can take over any account. Requests that a proxy passed on are of
 * somebody else, and so are those under a name that another site may have given to this address.
 */
@Injectable()
export class LocalVisitorsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { socket, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const isLocal =
      LOOPBACK.test(socket.remoteAddress ?? '') &&
      LOCAL_HOST.test(headers.host ?? '') &&
      FORWARDED.every((name) => headers[name] === undefined);
    if (!isLocal) throw new NotFoundException('There is no mailbox.');
    return true;
  }
}
