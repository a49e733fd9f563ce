import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { jwtVerify, SignJWT } from 'jose';
import type { RoleName } from '#contract/generated/resolvers.js';
import { SESSION_TOKEN, sessionTokenKeys } from '#contract/backend/signed-tokens.js';
import type { ChangeFeed } from '../../../platform/change-feed/change-feed.js';
import type { Database } from '../../../platform/database/schema.js';
import { type Viewer, ADMIN_ROLES, type Membership } from '../../../platform/graphql/request-context.js';

/** Lifetime of a session (AUTH-05). */
export const SESSION_SECONDS = 2_592_000;

/** Lifetime of a masquerade: it is meant for one task, and ends by itself. */
export const MASQUERADE_SECONDS = 28_800;

const MAX_ENTRIES = 20_000;

/** Sessions in the database; their viewers are cached in memory until something changes. */
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

  /** @param masqueraderId the administrator who acts as the account @returns the token of a new session */
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
    if (masqueraderId === undefined)
      await database
        .insertInto('account_login')
        .values({ account_id: accountId, last_at: now })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ last_at: now }))
        .execute();
    return this.tokens.sign({ id, accountId, expiresAt });
  }

  /** @returns null if the token is invalid, or its session has ended, or the account is blocked */
  async viewerOf(token: string, now: Date): Promise<Viewer | null> {
    const id = await this.tokens.read(token, now);
    if (id === undefined) return null;
    // Picks up all changes that were committed before this call.
    await this.feed.sync();
    const known = this.feed.isCurrent ? this.viewers.get(id) : undefined;
    if (known) return known.expiresAt > now.getTime() ? known.viewer : null;
    const before = this.changes;
    const found = await findSessionViewer(this.database, id, now);
    if (found && this.changes === before) this.viewers.set(id, found);
    return found?.viewer ?? null;
  }

  /** @returns whether the session existed */
  async end(database: Kysely<Database>, sessionId: string): Promise<boolean> {
    const { numDeletedRows } = await database
      .deleteFrom('account_session')
      .where('id', '=', sessionId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Ends all sessions of an account, including masquerades by it. @param exceptId session that is kept */
  async endAll(database: Kysely<Database>, accountId: string, exceptId?: string): Promise<void> {
    const gone = database
      .deleteFrom('account_session')
      .where((eb) => eb.or([eb('account_id', '=', accountId), eb('masquerader_id', '=', accountId)]));
    await (exceptId ? gone.where('id', '!=', exceptId) : gone).execute();
  }
}

interface Row {
  account_id: string;
  masquerader_id: string | null;
  expires_at: Date;
  email: string;
  name: string;
  first_name: string | null;
  last_name: string | null;
  roles: RoleName[];
  email_verified: Date | null;
  approved_at: Date | null;
  active_organization: number | null;
  memberships: (Membership & { id: number })[];
  consents: { revision: number; id: string; email: string }[];
}

/**
 * Reads the viewer of a session in one statement. A masquerade is valid only while its actor is an administrator and the target has no
 * administrative role.
 *
 * @returns undefined if the session has ended, or one of its accounts is blocked
 */
async function findSessionViewer(
  database: Kysely<Database>,
  sessionId: string,
  now: Date,
): Promise<{ viewer: Viewer; expiresAt: number } | undefined> {
  const { rows } = await sql<Row>`
    select s.account_id, s.masquerader_id, s.expires_at, a.email, a.name, a.first_name, a.last_name, a.roles,
      a.email_verified, a.approved_at, a.active_organization,
      coalesce((select json_agg(json_build_object('id', o.id, 'role', m.role, 'name', o.name, 'site', o.site,
          'ownerId', (select owner.account_id from organization_member owner
            where owner.organization_id = o.id and owner.role = 'owner' order by owner.account_id limit 1)) order by o.id)
        from organization_member m join organization o on o.id = m.organization_id where m.account_id = a.id), '[]') as memberships,
      coalesce((select json_agg(json_build_object('revision', c.revision_id, 'id', c.id, 'email', c.email))
        from user_consent c where c.account_id = a.id), '[]') as consents
    from account_session s join account a on a.id = s.account_id left join account m on m.id = s.masquerader_id
    where s.id = ${sessionId}::uuid and s.expires_at > ${now} and a.blocked_at is null and (
      s.masquerader_id is null
      or (m.blocked_at is null and 'administrator' = any(m.roles) and not a.roles && ${ADMIN_ROLES}::text[])
    )
  `.execute(database);
  const row = rows[0];
  if (!row) return undefined;
  return {
    expiresAt: row.expires_at.getTime(),
    viewer: {
      accountId: row.account_id,
      sessionId,
      email: row.email,
      roles: row.roles,
      memberships: new Map(row.memberships.map(({ id, ...membership }) => [id, membership])),
      consents: new Map(row.consents.map(({ revision, ...consent }) => [revision, consent])),
      masqueraderId: row.masquerader_id ?? undefined,
      profile: {
        name: row.name,
        firstName: row.first_name,
        lastName: row.last_name,
        emailVerified: row.email_verified,
        approvedAt: row.approved_at,
        activeOrganization: row.active_organization,
      },
    },
  };
}

/**
 * SQL expression: the last time the owner of an `account` showed that they use it. Logins are stored only since a certain release; before
 * that was installed, nobody counts as absent.
 */
export const LAST_USE = sql`greatest(
  account.created_at, account.email_verified,
  (select last_at from account_login where account_login.account_id = account.id),
  (select applied_at from migration where name = '0079-last-login-and-merges')
)`;

/** Token as browsers generate it: long enough not to be guessed. */
const TOKEN = /^[\w-]{16,200}$/;

/** Digest that identifies a visitor without an account; undefined if the token is malformed. */
function visitorDigest(token: string): Buffer | undefined {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined;
}

/** Transfers a visitor's data to the account, once: another account that sends the same token gets nothing. */
export async function claimVisitor(
  database: Kysely<Database>,
  { token, accountId, now }: { token: string; accountId: string; now: Date },
): Promise<void> {
  const digest = visitorDigest(token);
  if (!digest) return;
  await sql`
    insert into anonymous_visitor (digest, account_id, claimed_at) values (${digest}, ${accountId}::uuid, ${now})
    on conflict (digest) do update set account_id = excluded.account_id, claimed_at = excluded.claimed_at
    where anonymous_visitor.account_id is null
  `.execute(database);
}

/** Maximum number of cached tokens; each takes a few hundred bytes. */
const MAX_VERIFIED_TOKENS = 20_000;

/** Creates and verifies session tokens. */
export class SessionTokens {
  private readonly keys: ReturnType<typeof sessionTokenKeys>;
  /**
   * Cache of verified tokens: a page sends several requests with one token, and only the first needs a signature check. Invalid tokens
   * are never cached.
   */
  private readonly verified = new LRUCache<string, Verified>({ max: MAX_VERIFIED_TOKENS });

  /** @param secrets the first one signs; the others are still accepted during key rotation */
  constructor(secrets: readonly string[]) {
    this.keys = sessionTokenKeys(secrets);
  }

  sign({ id, accountId, expiresAt }: { id: string; accountId: string; expiresAt: Date }): Promise<string> {
    const { id: kid, key } = this.keys[0]!;
    return new SignJWT({})
      .setProtectedHeader({ alg: SESSION_TOKEN.algorithm, kid })
      .setIssuer(SESSION_TOKEN.issuer)
      .setJti(id)
      .setSubject(accountId)
      .setExpirationTime(expiresAt)
      .sign(key);
  }

  /** @returns the id of a session, which may have ended; undefined if the token is invalid or has expired */
  async read(token: string, now: Date): Promise<string | undefined> {
    const known = this.verified.get(token);
    if (known) return holds(known, now) ? known.id : undefined;
    const found = await this.verify(token, now);
    if (found) this.verified.set(token, found);
    return found?.id;
  }

  private async verify(token: string, now: Date): Promise<Verified | undefined> {
    for (const { key } of this.keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [SESSION_TOKEN.algorithm],
          issuer: SESSION_TOKEN.issuer,
          requiredClaims: ['jti', 'exp'],
          currentDate: now,
          clockTolerance: SESSION_TOKEN.clockToleranceSeconds,
        });
        return { id: payload.jti!, expiresAt: payload.exp! * 1000 };
      } catch {
        // The token is malformed or signed with another key.
      }
    }
    return undefined;
  }
}

/** Content of a verified token. */
interface Verified {
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

function holds({ expiresAt }: Verified, now: Date): boolean {
  return expiresAt + SESSION_TOKEN.clockToleranceSeconds * 1000 > now.getTime();
}
