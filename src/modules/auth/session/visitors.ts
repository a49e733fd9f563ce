import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ViewerDocument } from '#contract/generated/operations.js';
import type { Viewer } from '#contract/pages/page-request.js';
import { type RequestContext, GraphqlClient } from '../../graphql-client/index.js';
import { type SessionClaims, SessionReader } from './session-reader.js';

/**
 * Who asks for something. `gone`: the backend knows the user or the session no more. `unknown`: the backend does not say, which is no
 * reason to log anybody out.
 */
export type Visitor =
  | { kind: 'anonymous' }
  | { kind: 'known'; claims: SessionClaims; viewer: Viewer }
  | { kind: 'gone'; claims: SessionClaims }
  | { kind: 'unknown'; claims: SessionClaims };

export const ANONYMOUS: Visitor = { kind: 'anonymous' };

/** Finds out who sends a request. */
@Injectable()
export class Visitors {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
  ) {}

  /** Costs nothing for visitors without a session cookie. */
  async of(request: FastifyRequest, call: RequestContext): Promise<Visitor> {
    const claims = await this.sessions.read(request);
    return claims ? this.withClaims(claims, call) : ANONYMOUS;
  }

  async withClaims(claims: SessionClaims, call: RequestContext): Promise<Visitor> {
    const { jwt, isNewUserViaSocial = false } = claims;
    const result = await this.client.request(ViewerDocument, {}, { ...call, jwt });
    if (!result.ok || result.errors) return { kind: 'unknown', claims };
    const user = result.data.getUser;
    if (!user) return { kind: 'gone', claims };
    return { kind: 'known', claims, viewer: { user, masqueraded: user.masqueraded, isNewUserViaSocial } };
  }
}
