import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  GetUserDocument,
  type GetUserQuery,
  type RoleName,
  ViewerDetailsDocument,
  type ViewerDetailsQuery,
} from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { Viewer, ViewerUser } from '#contract/pages/page-request.js';
import { type RequestContext, GraphqlClient } from '../../graphql-client/index.js';
import { type SessionClaims, SessionReader } from './session-reader.js';

/**
 * The sender of a request. `gone`: the backend no longer knows the user or the session. `unknown`: the backend does not respond, which must
 * not log anybody out.
 */
export type Visitor =
  | { kind: 'anonymous' }
  | { kind: 'known'; claims: SessionClaims; viewer: Viewer }
  | { kind: 'gone'; claims: SessionClaims }
  | { kind: 'unknown'; claims: SessionClaims };

export const ANONYMOUS: Visitor = { kind: 'anonymous' };

/** Determines the sender of a request. */
@Injectable()
export class VisitorReader {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
  ) {}

  /** Free of cost for visitors without a session cookie. */
  async read(request: FastifyRequest, call: RequestContext): Promise<Visitor> {
    const claims = await this.sessions.read(request);
    return claims ? this.withClaims(claims, call) : ANONYMOUS;
  }

  async withClaims(claims: SessionClaims, call: RequestContext): Promise<Visitor> {
    const { jwt, isNewUserViaSocial = false } = claims;
    const own = { ...call, jwt };
    const [result, more] = await Promise.all([
      this.client.request(GetUserDocument, {}, own),
      this.client.request(ViewerDetailsDocument, {}, own),
    ]);
    if (!result.ok || result.errors) return { kind: 'unknown', claims };
    const user = result.data.getUser;
    if (!user) return { kind: 'gone', claims };
    // A backend need not support more than the specification requires, but one that supports this field has to answer.
    if (more.ok ? more.errors : !isUnsupported(more.failure)) return { kind: 'unknown', claims };
    const details = more.ok ? more.data.getUser : null;
    const masqueraded = details?.masqueraded ?? claims.masqueraded === true;
    return { kind: 'known', claims, viewer: { user: viewerUser(user, details), masqueraded, isNewUserViaSocial } };
  }
}

const ROLES: Record<RoleName, true> = {
  applicant: true,
  recruiter: true,
  job_editor: true,
  site_admin: true,
  administrator: true,
};

function isRole(role: { targetId: string }): role is { targetId: RoleName } {
  return Object.hasOwn(ROLES, role.targetId);
}

function viewerUser(user: NonNullable<GetUserQuery['getUser']>, details: ViewerDetailsQuery['getUser']): ViewerUser {
  const { organization, activeOrganization: active } = user;
  const organizations = details?.organizations ?? (organization ? [organization] : []);
  const named = [...organizations, ...(organization ? [organization] : [])];
  const activeOrganization = active && {
    id: active.id,
    name: named.find(({ id }) => id === active.id)?.name ?? '',
  };
  // Some backends use a Boolean here: false becomes null.
  const emailVerified = user.emailVerified || null;
  return { ...user, emailVerified, roles: user.roles.filter(isRole), activeOrganization, organizations };
}
