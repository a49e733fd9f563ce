import { ForbiddenException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type HostSettings, ownOrigins } from '../../../common/origin.js';
import { isFromSameOrigin } from '../../../common/same-origin.js';

/** Any of them makes a browser ask first whether another site may send it: none may, nothing here ever says so. */
const PREFLIGHT_HEADERS = ['x-causeboard-request', 'graphql-require-preflight', 'apollo-require-preflight'];

/**
 * Refuses what a page of another site sends. Requests that are not a browser's carry none of these headers, and no cookie that
 * somebody else could borrow.
 *
 * @throws ForbiddenException
 */
export function assertOwnOrigin(request: FastifyRequest, settings: HostSettings): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // `none`: no page has sent it, and so no other site's.
  const headers = { origin, 'sec-fetch-site': site === 'none' ? undefined : site };
  if (!isFromSameOrigin(headers, ownOrigins(request, settings)))
    throw new ForbiddenException('This endpoint answers its own site only.');
}

/**
 * A form of another site may send multipart without asking; a header of its own it cannot send.
 *
 * @throws ForbiddenException
 */
export function assertPreflighted(request: FastifyRequest): void {
  if (PREFLIGHT_HEADERS.some((name) => request.headers[name])) return;
  throw new ForbiddenException(`Send multipart with the header ${PREFLIGHT_HEADERS[0]}.`);
}
