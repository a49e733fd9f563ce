import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RoleName } from '../../contract/generated/resolvers.js';
import type { ChangeFeed } from '../changes/change-feed.js';
import type { Database } from '../database/schema.js';
import type { SessionTokens } from './session-token.js';
import type { Membership, Viewer } from './viewer.js';

/** AUTH-05. */
export const SESSION_SECONDS = 2_592_000;
const MOST_KEPT = 20_000;

/** Sessions in the database; who they belong to is kept in memory until that changes. */
export class Sessions {
  private readonly viewers = new LRUCache<string, { viewer: Viewer; expiresAt: number }>({ max: MOST_KEPT });
  private changes = 0;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly tokens: SessionTokens,
    private readonly feed: ChangeFeed,
  ) {
    feed.subscribe((changes) => {
      const accounts = new Set(changes.flatMap(({ kind, words }) => (kind === 'account' ? words : [])));
      const all = changes.some(({ kind }) => kind === 'all');
      if (accounts.size === 0 && !all) return;
      this.changes++;
      for (const [id, { viewer }] of this.viewers) {
        const { accountId, masqueraderId } = viewer;
        if (all || accounts.has(accountId) || (masqueraderId && accounts.has(masqueraderId))) this.viewers.delete(id);
      }
    });
  }

  /** @returns a token that names a new session. @param masqueraderId who acts as the account. */
  async begin(
    database: Kysely<Database>,
    { accountId, now, masqueraderId }: { accountId: string; now: Date; masqueraderId?: string },
  ): Promise<string> {
    const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
    const { id } = await database
      .insertInto('account_session')
      .values({ account_id: accountId, masquerader_id: masqueraderId ?? null, created_at: now, expires_at: expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    return this.tokens.sign({ id, accountId, expiresAt });
  }

  /** @returns null when the token names no session, or one that has ended or whose account is blocked. */
  async viewerOf(token: string, now: Date): Promise<Viewer | null> {
    const id = await this.tokens.read(token, now);
    if (id === undefined) return null;
    // What ended before this call has ended.
    await this.feed.sync();
    const known = this.feed.isCurrent ? this.viewers.get(id) : undefined;
    if (known) return known.expiresAt > now.getTime() ? known.viewer : null;
    const before = this.changes;
    const found = await this.find(id, now);
    if (found && this.changes === before) this.viewers.set(id, found);
    return found?.viewer ?? null;
  }

  async end(sessionId: string): Promise<void> {
    await this.database.deleteFrom('account_session').where('id', '=', sessionId).execute();
  }

  /** @param exceptId goes on. @returns how many have ended. */
  async endAll(database: Kysely<Database>, accountId: string, exceptId?: string): Promise<number> {
    const gone = database.deleteFrom('account_session').where('account_id', '=', accountId);
    const { numDeletedRows } = await (exceptId ? gone.where('id', '!=', exceptId) : gone).executeTakeFirst();
    return Number(numDeletedRows);
  }

  private async find(id: string, now: Date): Promise<{ viewer: Viewer; expiresAt: number } | undefined> {
    const { rows } = await sql<{
      account_id: string;
      masquerader_id: string | null;
      expires_at: Date;
      email: string;
      roles: RoleName[];
      email_verified: Date | null;
      memberships: { organization: number; role: Membership }[] | null;
    }>`
      select s.account_id, s.masquerader_id, s.expires_at, a.email, a.roles, a.email_verified,
        (select json_agg(json_build_object('organization', m.organization_id, 'role', m.role))
          from organization_member m where m.account_id = a.id) as memberships
      from account_session s join account a on a.id = s.account_id
      where s.id = ${id}::uuid and s.expires_at > ${now} and a.blocked_at is null
        and not exists (select from account m where m.id = s.masquerader_id and m.blocked_at is not null)
    `.execute(this.database);
    const row = rows[0];
    if (!row) return undefined;
    return {
      expiresAt: row.expires_at.getTime(),
      viewer: {
        accountId: row.account_id,
        sessionId: id,
        email: row.email,
        roles: row.roles,
        memberships: new Map((row.memberships ?? []).map(({ organization, role }) => [organization, role])),
        isVerified: row.email_verified !== null,
        masqueraderId: row.masquerader_id ?? undefined,
      },
    };
  }
}
