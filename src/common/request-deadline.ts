import type { FastifyRequest } from 'fastify';
import { Deadline } from '#contract/backend/deadline.js';

const deadlines = new WeakMap<FastifyRequest, Deadline>();

/**
 * Returns the deadline of a request, which all its calls share. The time starts with the first call of this function: for a page with its
 * first wait, for a form when its body has arrived, however slow the client's connection is.
 *
 * @param limitMs total time that the request may wait for other services
 */
export function deadlineOf(request: FastifyRequest, limitMs: number): Deadline {
  let deadline = deadlines.get(request);
  if (!deadline) deadlines.set(request, (deadline = new Deadline(limitMs)));
  return deadline;
}
