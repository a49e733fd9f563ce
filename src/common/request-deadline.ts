import type { FastifyRequest } from 'fastify';
import { Deadline } from '#contract/backend/deadline.js';

const deadlines = new WeakMap<FastifyRequest, Deadline>();

/**
 * The one deadline of a request. It begins when it is first asked for: with the first wait of a page, and for a form once its body has
 * arrived, however slow the sender's connection is.
 *
 * @param limitMs how long the request may wait for other services in all
 */
export function deadlineOf(request: FastifyRequest, limitMs: number): Deadline {
  let deadline = deadlines.get(request);
  if (!deadline) deadlines.set(request, (deadline = new Deadline(limitMs)));
  return deadline;
}
