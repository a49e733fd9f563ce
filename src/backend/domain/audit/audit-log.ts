import { type Kysely, sql, type RawBuilder } from 'kysely';
import type { AuditAction, AuditDetailName } from '#contract/audit.js';
import type { Mutation, Query, QueryAuditEventsArgs, AuditEvent, AuditFilter } from '#contract/generated/resolvers.js';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import type { Database } from '../../platform/database/schema.js';
import { rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';
import { parseId, isUuid } from '../../platform/database/statement.js';
import { allow, type RootField, type RootResolvers, badUserInput } from '../../platform/graphql/allow.js';
import type { RequestContext, Viewer } from '../../platform/graphql/request-context.js';

const MAX_ROWS = 500;

/** An action, with its actor and the account concerned. It must not contain addresses or names: these would outlive the account. */
export interface AuditEntry {
  action: AuditAction;
  actorId?: string | undefined;
  /** The administrator who acted as the actor. */
  masqueraderId?: string | undefined;
  subjectId?: string;
  site: string;
  details?: Partial<Record<AuditDetailName, string>>;
}

/** The actor of an entry: the viewer, and the administrator who acts as them. */
export function auditedActor({
  accountId,
  masqueraderId,
}: Pick<Viewer, 'accountId' | 'masqueraderId'>): Pick<AuditEntry, 'actorId' | 'masqueraderId'> {
  return { actorId: accountId, masqueraderId };
}

/** Writes an entry, within the transaction of the action. */
export async function writeAudit(database: Kysely<Database>, entry: AuditEntry, now: Date): Promise<void> {
  const { action, actorId = null, subjectId = null, site, masqueraderId: masquerader } = entry;
  const details = JSON.stringify({ ...entry.details, ...(masquerader === undefined ? {} : { masquerader }) });
  await database
    .insertInto('audit_event')
    .values({ at: now, actor_id: actorId, subject_id: subjectId, site, action, details })
    .execute();
}

/** Mutations without an entry of `auditMasquerades`. */
const WITHOUT_ENTRY: ReadonlySet<string> = new Set<keyof Mutation>([
  // They write their own entries, with more details.
  ...(['moveApplication', 'answerApplication', 'undoAnswer', 'startApplicationBulk', 'undoApplicationBulk'] as const),
  ...(['sendClosingMessage', 'moveJob', 'placeJob', 'requestContact', 'setSubscriptionRenewal'] as const),
  ...(['saveProduct', 'setProductRetired'] as const),
  ...(['createOrganization', 'endMasquerade', 'userLogout'] as const),
  // Pages call them by themselves, or they are only a part of what a later one does.
  ...(['countJobViews', 'countSearches', 'markApplicationRead', 'keepUploads', 'sendApplicationFile'] as const),
  'proposeResume',
]);

/** Kinds of objects by the names of their ids. What `id` stands for depends on the operation. */
const OBJECT_OF: ReadonlyMap<string, AuditDetailName> = new Map([
  ['applicationId', 'application'],
  ['jobId', 'job'],
  ['organizationId', 'organization'],
  ['resumeId', 'resume'],
]);
const OBJECT_OF_ID: readonly (readonly [RegExp, AuditDetailName])[] = [
  [/Application|Interview|^sendAnswerNow$/, 'application'],
  [/Job(?!Alert)/, 'job'],
  [/Organization/, 'organization'],
  [/Payment/, 'order'],
];

/**
 * Makes every mutation of an administrator who acts as another account write an entry, unless it writes its own or has changed nothing.
 * The entry is written after the change, because only then is it known whether the input was accepted.
 */
export function auditMasquerades(
  database: Kysely<Database>,
  domains: readonly RootResolvers[],
): readonly RootResolvers[] {
  const audited = (operation: string, { audience, resolve }: RootField<never, unknown>): RootField<never, unknown> => ({
    audience,
    resolve: async (args: never, context: never) => {
      const result = await resolve(args, context);
      const { viewer, site, now }: RequestContext = context;
      if (viewer?.masqueraderId !== undefined && isDone(result)) {
        const details = { operation, ...idsOf(operation, args, result) };
        const entry = { action: 'masquerade.changed', ...auditedActor(viewer), site: site.name, details } as const;
        await writeAudit(database, entry, now);
      }
      return result;
    },
  });
  return domains.map(({ Mutation: mutations = {}, ...rest }) => ({
    ...rest,
    Mutation: Object.fromEntries(
      Object.entries(mutations).map(([name, field]) => [name, WITHOUT_ENTRY.has(name) ? field : audited(name, field)]),
    ),
  }));
}

/** Results of mutations: null and false stand for unknown records. Drafts with a version are stored in spite of their errors. */
function isDone(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return result !== null && result !== false;
  const { errors, version, conflict }: { errors?: unknown; version?: unknown; conflict?: unknown } = result;
  const isRefused = Array.isArray(errors) && errors.length > 0 && typeof version !== 'number';
  return !isRefused && !conflict;
}

/** @returns the ids of what was changed, but no text that somebody has typed */
function idsOf(operation: string, args: { input?: unknown }, result: unknown): AuditEntry['details'] {
  const named = Object.entries(Object.assign({}, args, args.input, result) as Record<string, unknown>);
  return Object.fromEntries(
    named.flatMap(([name, value]) => {
      const own = name === 'id' ? (OBJECT_OF_ID.find(([known]) => known.test(operation))?.[1] ?? 'record') : undefined;
      const object = own ?? OBJECT_OF.get(name);
      const isId = typeof value === 'string' && (isUuid(value) || parseId(value) !== undefined);
      return object && isId ? [[object, value]] : [];
    }),
  );
}

export const auditRetention = rowsOlderThanAllowed('auditEvents', {
  table: 'audit_event',
  since: sql`at`,
  site: sql`site`,
});

interface Row {
  id: number;
  at: Date;
  action: string;
  details: Record<string, string>;
  actor: { id: string; name: string; email: string } | null;
  subject: { id: string; name: string; email: string } | null;
  /** The address of the administrator whom the details name; null if there is none, or the account has been deleted. */
  masquerader: string | null;
}

/** Resolver for the audit log, for administrators. */
export function auditResolvers(database: Kysely<Database>) {
  return {
    Query: {
      auditEvents: allow<QueryAuditEventsArgs, Query['auditEvents']>('administrator', ({ limit, before, filter }) => {
        const id = before == null ? undefined : parseId(before);
        if (before != null && id === undefined) throw badUserInput('before is not the id of an event');
        for (const time of [filter?.from, filter?.until])
          if (time != null && Number.isNaN(Date.parse(time))) throw badUserInput('from and until must be valid times');
        const count = Math.min(Math.max(limit ?? 50, 0), MAX_ROWS);
        return listAudit(database, { limit: count, before: id, filter: filter ?? {} });
      }),
    },
  } satisfies RootResolvers;
}

/**
 * @param before id of an event: only older events are returned; omit to start with the newest
 * @returns events, the newest first. Each filter by itself uses an index in this order, except the filters by object and by an
 *   administrator who acts as another account, which match only few events
 */
async function listAudit(
  database: Kysely<Database>,
  { limit, before, filter }: { limit: number; before: number | undefined; filter: AuditFilter },
): Promise<AuditEvent[]> {
  const actors = await actorsOf(database, filter);
  const conditions = await conditionsOf(database, filter);
  const cursor = before === undefined ? undefined : await findCursor(database, before);
  if (!actors || !conditions || (before !== undefined && cursor === undefined)) return [];
  if (cursor !== undefined) conditions.push(sql`(e.at, e.id) < (${cursor}::timestamptz, ${before}::bigint)`);
  const newest = (actor: RawBuilder<unknown>) => sql`(
    select * from audit_event e where ${sql.join([actor, ...conditions], sql` and `)} order by e.at desc, e.id desc limit ${limit}
  )`;
  const { rows } = await sql<Row>`
    select e.id, e.at, e.action, e.details,
      case when actor.id is not null then json_build_object('id', actor.id, 'name', actor.name, 'email', actor.email) end as actor,
      case when subject.id is not null then json_build_object('id', subject.id, 'name', subject.name, 'email', subject.email) end as subject,
      masquerader.email as masquerader
    from (${sql.join(actors.map(newest), sql` union all `)}) e
      left join account actor on actor.id = e.actor_id left join account subject on subject.id = e.subject_id
      left join account masquerader on masquerader.id = (e.details ->> 'masquerader')::uuid
    order by e.at desc, e.id desc limit ${limit}
  `.execute(database);
  return rows.map(({ id, at, action, details, actor, subject, masquerader }) => ({
    __typename: 'AuditEvent',
    id: String(id),
    at: at.toISOString(),
    action,
    actor: actor && { __typename: 'AuditedUser', ...actor },
    subject: subject && { __typename: 'AuditedUser', ...subject },
    details: Object.entries({ ...details, ...(masquerader === null ? {} : { masquerader }) }).map(([name, value]) => ({
      __typename: 'AuditDetail' as const,
      name,
      value,
    })),
  }));
}

/** @returns the time of an event, in microseconds; undefined if it has been pruned, and with it all older events */
async function findCursor(database: Kysely<Database>, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`select at::text from audit_event where id = ${id}`.execute(database);
  return rows[0]?.at;
}

/**
 * @returns conditions for the actor of an event, each of which is met by other events, because an index cannot be used for both: the
 *   account itself, and the account while it acted as another one. undefined if there is no such account
 */
async function actorsOf(
  database: Kysely<Database>,
  { actor }: AuditFilter,
): Promise<RawBuilder<unknown>[] | undefined> {
  if (!actor) return [sql`true`];
  const id = await findAccountId(database, actor);
  if (id === undefined) return undefined;
  return [
    sql`e.actor_id = ${id}::uuid`,
    sql`e.actor_id is distinct from ${id}::uuid and ${hasDetail('masquerader', id.toLowerCase())}`,
  ];
}

/** The events are read first: the planner cannot know how few there are, and would rather scan the log from its end. */
function hasDetail(name: AuditDetailName, value: string): RawBuilder<unknown> {
  const wanted = JSON.stringify({ [name]: value });
  return sql`e.id = any(array(select f.id from audit_event f where f.details @> ${wanted}::jsonb))`;
}

/** @returns undefined if nothing can match because there is no such account */
async function conditionsOf(
  database: Kysely<Database>,
  { group, object, from, until }: AuditFilter,
): Promise<RawBuilder<unknown>[] | undefined> {
  const conditions: RawBuilder<unknown>[] = [];
  if (group) conditions.push(sql`split_part(e.action, '.', 1) = ${group}`);
  if (object?.kind === 'account') {
    const id = await findAccountId(database, object.id);
    if (id === undefined) return undefined;
    conditions.push(sql`e.subject_id = ${id}::uuid`);
  } else if (object) {
    conditions.push(hasDetail(object.kind, object.id));
  }
  if (from != null) conditions.push(sql`e.at >= ${new Date(from)}`);
  if (until != null) conditions.push(sql`e.at < ${new Date(until)}`);
  return conditions;
}

/** @param typed an address or an id */
async function findAccountId(database: Kysely<Database>, typed: string): Promise<string | undefined> {
  if (isUuid(typed)) return typed;
  const account = await database
    .selectFrom('account')
    .select('id')
    .where('email', '=', normalizeEmail(typed))
    .executeTakeFirst();
  return account?.id;
}
