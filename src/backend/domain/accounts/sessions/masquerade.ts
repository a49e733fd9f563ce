import type { Kysely } from 'kysely';
import type { RoleName } from '#contract/generated/resolvers.js';
import { isUuid } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import type { Place } from '../account-results.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { LoginOutcome } from '../login/login.js';
import type { Sessions } from './sessions.js';
import { isAdmin, type Viewer } from '../../../platform/graphql/request-context.js';

/** AUTH-14: an administrator acts as another user and returns. They always hold exactly one of the two sessions. */
export class Masquerade {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly sessions: Sessions,
  ) {}

  /** @returns a violation if the user has an administrative role, is blocked, or does not exist */
  async begin(viewer: Viewer, userId: string, { site, now }: Place): Promise<LoginOutcome> {
    const refused: LoginOutcome = { ok: false, violations: [{ field: 'userId', rule: 'notMasqueradable' }] };
    if (viewer.masqueraderId !== undefined || !isUuid(userId)) return refused;
    return this.database.transaction().execute(async (trx) => {
      const subject = await trx
        .selectFrom('account')
        .select(['id', 'roles'])
        .where('id', '=', userId)
        .where('blocked_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!subject || isAdmin({ roles: subject.roles as RoleName[] })) return refused;
      if (!(await this.sessions.end(trx, viewer.sessionId))) return refused;
      const { accountId: masqueraderId } = viewer;
      await writeAudit(trx, { action: 'masquerade.begin', actorId: masqueraderId, subjectId: subject.id, site }, now);
      const jwt = await this.sessions.begin(trx, { accountId: subject.id, masqueraderId, now });
      return { ok: true, jwt } as const;
    });
  }

  async end(viewer: Viewer, place: Place): Promise<LoginOutcome> {
    const { masqueraderId } = viewer;
    const refused: LoginOutcome = { ok: false, violations: [{ rule: 'notMasqueradable' }] };
    if (masqueraderId === undefined) return refused;
    return this.database.transaction().execute(async (trx) => {
      if (!(await this.leave(trx, viewer, place))) return refused;
      const jwt = await this.sessions.begin(trx, { accountId: masqueraderId, now: place.now });
      return { ok: true, jwt } as const;
    });
  }

  /** Ends the viewer's session, also during a masquerade. */
  async logOut(viewer: Viewer, place: Place): Promise<void> {
    await this.database.transaction().execute((trx) => this.leave(trx, viewer, place));
  }

  private async leave(
    database: Kysely<Database>,
    { sessionId, accountId, masqueraderId }: Viewer,
    { site, now }: Place,
  ): Promise<boolean> {
    if (!(await this.sessions.end(database, sessionId))) return false;
    if (masqueraderId !== undefined) {
      await writeAudit(database, { action: 'masquerade.end', actorId: masqueraderId, subjectId: accountId, site }, now);
    }
    return true;
  }
}
