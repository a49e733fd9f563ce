import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

const REVOCATION = `
create or replace function guard_ledger_balance() returns trigger language plpgsql as $$
declare
  derived text := case when tg_table_name = 'ledger_account' then 'balance' else 'remaining' end;
  -- Not computed yet in the new row, and only from columns that are compared.
  computed constant text := 'organization_id';
begin
  if tg_op = 'INSERT' then
    if (to_jsonb(new) ->> derived)::bigint = 0 then return new; end if;
  elsif pg_trigger_depth() > 1 and to_jsonb(new) - derived - computed = to_jsonb(old) - derived - computed then
    return new;
  -- A grant may end earlier, never later. Accounts have no such column, which is why it is not named directly.
  elsif tg_table_name = 'ledger_grant' and to_jsonb(new) - 'expires_at' = to_jsonb(old) - 'expires_at'
    and (to_jsonb(new) ->> 'expires_at')::timestamptz <= coalesce((to_jsonb(old) ->> 'expires_at')::timestamptz, 'infinity') then
    return new;
  end if;
  raise exception 'Balances of the ledger are changed by entries alone' using errcode = 'restrict_violation';
end $$;

create or replace function ledger_revoke(p_grant bigint, p_cause_kind text, p_cause_id text, p_reason text, p_actor uuid)
returns ledger_result language plpgsql as $$
declare
  granted ledger_transfer;
  earlier ledger_transfer;
  available bigint;
  left_over record;
  made bigint;
begin
  select * into granted from ledger_transfer where id = p_grant and kind = 'grant';
  if not found then return ('not_found', null, 0)::ledger_result; end if;
  available := ledger_lock(granted.site, granted.owner_kind, granted.owner_id, granted.unit);
  select * into earlier from ledger_transfer where settles_id = p_grant;
  if found then return ('repeated', earlier.id, ledger_available(available))::ledger_result; end if;
  select g.id, g.remaining into left_over from ledger_entry e join ledger_grant g on g.id = e.grant_id
    where e.transfer_id = p_grant and e.account_id = available;
  -- What is on hold or spent may come back to the grant later. It must not be spent then, so it expires with the grant.
  update ledger_grant set expires_at = least(expires_at, clock_timestamp()) where id = left_over.id;
  if left_over.remaining = 0 then return ('insufficient', null, ledger_available(available))::ledger_result; end if;
  insert into ledger_transfer (site, owner_kind, owner_id, unit, kind, amount, settles_id, cause_kind, cause_id, reason, actor_id)
    values (granted.site, granted.owner_kind, granted.owner_id, granted.unit, 'revoke', left_over.remaining, p_grant,
      p_cause_kind, p_cause_id, p_reason, p_actor)
    returning id into made;
  insert into ledger_entry (transfer_id, account_id, grant_id, amount) values
    (made, available, left_over.id, -left_over.remaining),
    (made, ledger_account_of(granted.site, granted.owner_kind, granted.owner_id, granted.unit, 'source'), left_over.id,
      left_over.remaining);
  return ('done', made, ledger_available(available))::ledger_result;
end $$;
`;

// Orders say what was withdrawn, also where nothing was left to revoke. Accounts are locked in the order of their ids, as by everybody who
// locks several.
const WITHDRAWN_BEFORE = `
do $$
declare
  each record;
begin
  for each in
    select g.id, g.account_id from customer_order o
    cross join unnest(array['job', 'resume_contact', 'featured_day', 'top_day']) credit (unit)
    join ledger_transfer t on t.kind = 'grant' and (t.site, t.owner_kind, t.owner_id, t.key)
      = (o.site, 'organization', o.organization_id::text, 'order:' || o.id || ':' || credit.unit)
    join ledger_entry e on e.transfer_id = t.id
    join ledger_grant g on g.id = e.grant_id and g.account_id = e.account_id
    where o.withdrawn_at is not null and o.state in ('canceled', 'refunded')
    order by g.account_id, g.id
  loop
    perform from ledger_account where id = each.account_id for update;
    update ledger_grant set expires_at = least(expires_at, clock_timestamp()) where id = each.id;
  end loop;
end $$;
`;

/** A revoked grant expires at once, so that credits which come back to it after its order was refunded cannot be spent. */
export const revokedGrants: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(REVOCATION).execute(database);
    await sql.raw(WITHDRAWN_BEFORE).execute(database);
  },
};
