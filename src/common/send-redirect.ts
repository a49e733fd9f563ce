import type { FastifyReply } from 'fastify';
import { redirectLocation } from '#contract/pages/callback-url.js';

/**
 * Sends a redirect. The only way to do so (ESLint forbids `reply.redirect`).
 *
 * @param target see `redirectLocation`
 */
export function sendRedirect(reply: FastifyReply, status: number, target: string): void {
  void reply.redirect(redirectLocation(target), status);
}
