import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  ContactRequest,
  ContactRequestFilter,
  ContactRequestList,
  ContactRequestState,
  ReceivedContactRequests,
} from '#contract/generated/resolvers.js';
import { organizationPath } from '#contract/pages/paths.js';
import type { Database } from '../../platform/database/schema.js';

const MAX_RECEIVED = 100;
const MAX_VIEWS = 20;

interface MessageRow {
  at: string;
  isFromApplicant: boolean;
  by: string | null;
  body: string;
}

interface Row {
  key: string;
  state: ContactRequestState;
  message: string;
  by: string | null;
  created_at: Date;
  lapses_at: Date;
  decided_at: Date | null;
  messages: MessageRow[];
}

interface SentRow extends Row {
  resume_key: string | null;
  title: string | null;
  uses_slot: boolean;
}

interface ReceivedRow extends Row {
  organization_id: number;
  organization: string;
  is_public: boolean;
  is_blocked: boolean;
  views: { at: string; by: string }[];
  view_count: number;
}

/** State of the request `c` by the clock of the database: the worker that ends it may not have run yet. */
const STATE = sql<ContactRequestState>`case when c.state = 'pending' and c.lapses_at <= clock_timestamp() then 'lapsed' else c.state end`;

const SHARED = sql`c.key, ${STATE} as state, c.message, (select name from account where id = c.requested_by) as by,
  c.created_at, c.lapses_at, c.decided_at,
  coalesce((select json_agg(json_build_object('at', m.sent_at, 'isFromApplicant', m.from_applicant, 'body', m.body,
      'by', case when not m.from_applicant then (select name from account where id = m.account_id) end) order by m.id)
    from resume_contact_message m where m.contact_id = c.id), '[]') as messages`;

interface SentQuestion {
  organizationId: number;
  site: string;
  filter?: ContactRequestFilter | undefined;
  /** Key of the resume that they concern, as in addresses. */
  resumeKey?: string;
  limit: number;
  offset: number;
}

/** Requests that an organization has sent, the newest first. */
export async function sentRequests(database: Kysely<Database>, question: SentQuestion): Promise<ContactRequestList> {
  const { organizationId, site, filter, resumeKey, limit, offset } = question;
  const conditions: RawBuilder<unknown>[] = [sql`c.organization_id = ${organizationId}`, sql`c.site = ${site}`];
  if (filter) conditions.push(sql`${STATE} = ${filter}`);
  if (resumeKey !== undefined) conditions.push(sql`r.key = ${resumeKey}::uuid`);
  const matching = sql`from resume_contact c join resume r on r.id = c.resume_id where ${sql.join(conditions, sql` and `)}`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<SentRow>`
      select ${SHARED}, r.title, c.subscription_id is not null as uses_slot,
        case when exists (select from directory_resume d where d.id = r.id) then r.key end as resume_key
      ${matching} order by c.created_at desc, c.id desc limit ${limit} offset ${offset}
    `.execute(database),
    sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(database),
  ]);
  return { __typename: 'ContactRequestList', total: counted[0]?.total ?? 0, requests: rows.map(toRequest) };
}

function toRequest(row: SentRow): ContactRequest {
  return {
    __typename: 'ContactRequest',
    ...sharedOf(row),
    resumeId: row.resume_key,
    title: row.title,
    usesSlot: row.uses_slot,
  };
}

/** Requests that the owner of a resume has received; those that wait for an answer come first. */
export async function receivedRequests(
  database: Kysely<Database>,
  { accountId, site }: { accountId: string; site: string },
): Promise<ReceivedContactRequests> {
  const [{ rows }, { rows: blocked }] = await Promise.all([
    sql<ReceivedRow>`
      select ${SHARED}, o.id as organization_id, o.name as organization, o.state = 'public' as is_public,
        exists (select from resume_contact_block b where b.account_id = r.account_id and b.organization_id = o.id) as is_blocked,
        coalesce((select json_agg(json_build_object('at', v.viewed_at, 'by', v.name) order by v.viewed_at desc) from (
          select w.viewed_at, a.name from resume_contact_view w join account a on a.id = w.account_id
          where w.contact_id = c.id order by w.viewed_at desc limit ${MAX_VIEWS}) v), '[]') as views,
        (select count(*)::integer from resume_contact_view w where w.contact_id = c.id) as view_count
      from resume_contact c join resume r on r.id = c.resume_id join organization o on o.id = c.organization_id
      where r.account_id = ${accountId}::uuid and r.site = ${site}
      order by ${STATE} <> 'pending', ${STATE} <> 'approved', c.created_at desc, c.id desc limit ${MAX_RECEIVED}
    `.execute(database),
    sql<{ id: number; name: string }>`
      select o.id, o.name from resume_contact_block b join organization o on o.id = b.organization_id
      where b.account_id = ${accountId}::uuid and o.site = ${site} order by o.name, o.id
    `.execute(database),
  ]);
  return {
    __typename: 'ReceivedContactRequests',
    pending: rows.filter(({ state }) => state === 'pending').length,
    blocked: blocked.map(({ id, name }) => ({ __typename: 'ContactingOrganization', id: String(id), name })),
    requests: rows.map((row) => ({
      __typename: 'ReceivedContactRequest',
      ...sharedOf(row),
      organization: { __typename: 'ContactingOrganization', id: String(row.organization_id), name: row.organization },
      organizationUrl: row.is_public
        ? { __typename: 'Url', path: organizationPath(String(row.organization_id), row.organization) }
        : null,
      isBlocked: row.is_blocked,
      views: row.views.map(({ at, by }) => ({ __typename: 'ContactView', at: new Date(at).toISOString(), by })),
      viewCount: row.view_count,
    })),
  };
}

function sharedOf(row: Row) {
  return {
    id: row.key,
    state: row.state,
    message: row.message,
    by: row.by,
    created: row.created_at.toISOString(),
    lapses: row.lapses_at.toISOString(),
    decided: row.decided_at?.toISOString() ?? null,
    messages: row.messages.map(({ at, ...each }) => ({
      __typename: 'RelayedMessage' as const,
      ...each,
      at: new Date(at).toISOString(),
    })),
  };
}
