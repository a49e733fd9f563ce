import { HttpStatus, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import { LOGIN_PATH, type Path } from '#contract/pages/paths.js';
import { sendRedirect } from '../../common/send-redirect.js';
import { addressesOf } from './site-paths.js';

type AddressedSite = Parameters<typeof addressesOf>[0];

/**
 * Handles a request for a file that the backend did not return: visitors without a session are redirected to the login page, which then
 * leads to the page that offers the file.
 *
 * @param missing message also shown to visitors without access, who must not learn whether the file exists
 * @throws NotFoundException or ServiceUnavailableException if logging in would not help
 */
export function refuseDownload(
  reply: FastifyReply,
  { errors }: GraphqlFailure,
  { site, locale, page, missing }: { site: AddressedSite; locale: string; page: Path; missing: string },
): void {
  const codes = errors?.map(({ extensions }) => extensions?.code) ?? [];
  if (codes.includes(GRAPHQL_ERROR_CODES.unauthenticated)) {
    const { href } = addressesOf(site, locale);
    const query = `destination=${href(page)}&error=SessionRequired`;
    sendRedirect(reply, HttpStatus.FOUND, href(`${LOGIN_PATH}?${query}`));
    return;
  }
  const isRefused = [GRAPHQL_ERROR_CODES.forbidden, GRAPHQL_ERROR_CODES.badUserInput].some((code) =>
    codes.includes(code),
  );
  if (isRefused) throw new NotFoundException(missing);
  throw new ServiceUnavailableException('Please try again in a minute.');
}
