import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '../../../platform/change-feed/change-feed.js';
import type { Database } from '../../../platform/database/schema.js';
import type { SessionTokens } from './session-token.js';
import { findSessionViewer } from './session-viewer.js';
import type { Viewer } from '../../../platform/graphql/viewer.js';

/** AUTH-05. */
export const SESSION_SECONDS = 2_592_000;
/** Acting as somebody else is for a piece of work, and ends by itself. */
export const MASQUERADE_SECONDS = 28_800;
const MAX_ENTRIES = 20_000;

/** Sessions in the database; who they belong to is kept in memory until that changes. */
export class Sessions {
  private readonly viewers = new LRUCache<string, { viewer: Viewer; expiresAt: number }>({ max: MAX_ENTRIES });
  private changes = 0;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly tokens: SessionTokens,
    private readonly feed: Pick<ChangeFeed, 'subscribe' | 'sync' | 'isCurrent'>,
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
    const seconds = masqueraderId === undefined ? SESSION_SECONDS : MASQUERADE_SECONDS;
    const expiresAt = new Date(now.getTime() + seconds * 1000);
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
    const found = await findSessionViewer(this.database, id, now);
    if (found && this.changes === before) this.viewers.set(id, found);
    return found?.viewer ?? null;
  }

  /** @returns whether it was there. */
  async end(database: Kysely<Database>, sessionId: string): Promise<boolean> {
    const { numDeletedRows } = await database
      .deleteFrom('account_session')
      .where('id', '=', sessionId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Those in which the account acts as another one too. @param exceptId goes on. */
  async endAll(database: Kysely<Database>, accountId: string, exceptId?: string): Promise<void> {
    const gone = database
      .deleteFrom('account_session')
      .where((eb) => eb.or([eb('account_id', '=', accountId), eb('masquerader_id', '=', accountId)]));
    await (exceptId ? gone.where('id', '!=', exceptId) : gone).execute();
  }
}
