import { All, Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sendRedirect } from '../../../common/send-redirect.js';
import { BASE_PATH } from './paths.js';

/** The other addresses of the protocol. Open to everyone. */
@Controller(BASE_PATH)
export class RestController {
  /** Where somebody is told to look into their mailbox. */
  @Get('verify-request')
  verifyRequest(@Res() reply: FastifyReply): void {
    void reply.header('cache-control', 'private, no-store');
    sendRedirect(reply, 302, '/user/check-mail');
  }

  @All(['', '*'])
  unknown(@Res() reply: FastifyReply): void {
    void reply.status(400).type('text/plain; charset=utf-8').send('This address does not do what was asked of it.');
  }
}
