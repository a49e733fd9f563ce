import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// Every function begins by locking the owner's available account: after that nobody else moves these credits.
const ACCOUNTS = `
create type ledger_result as (outcome text, transfer_id bigint, available bigint);

create function ledger_account_of(p_site text, p_owner_kind text, p_owner_id text, p_unit text, p_kind text)
returns bigint language sql stable as $$
  select id from ledger_account
  where (site, owner_kind, owner_id, unit, kind) = (p_site, p_owner_kind, p_owner_id, p_unit, p_kind)
$$;

create function ledger_lock(p_site text, p_owner_kind text, p_owner_id text, p_unit text) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  for attempt in 1..2 loop
    select id into found_id from ledger_account
      where (site, owner_kind, owner_id, unit, kind) = (p_site, p_owner_kind, p_owner_id, p_unit, 'available') for update;
    if found then return found_id; end if;
    insert into ledger_account (site, owner_kind, owner_id, unit, kind)
      select p_site, p_owner_kind, p_owner_id, p_unit, kind
      from unnest(array['available', 'expired', 'held', 'source', 'spent']) kind
      on conflict do nothing;
  end loop;
  raise exception 'The ledger accounts of % % could not be opened', p_owner_kind, p_owner_id;
end $$;

create function ledger_available(p_account bigint, p_at timestamptz default clock_timestamp())
returns bigint language sql volatile as $$
  select coalesce(sum(remaining), 0)::bigint from ledger_grant
  where account_id = p_account and remaining > 0 and (expires_at is null or expires_at > p_at)
$$;

-- Null: the key is new. Otherwise what is answered to who used it before.
create function ledger_repeated(p_account bigint, p_key text, p_asked ledger_transfer) returns ledger_result
language plpgsql as $$
declare
  made ledger_transfer;
begin
  select * into made from ledger_transfer
    where (site, owner_kind, owner_id, key) = (p_asked.site, p_asked.owner_kind, p_asked.owner_id, p_key);
  if not found then return null; end if;
  return (
    case when (made.unit, made.kind, made.amount, made.cause_kind) = (p_asked.unit, p_asked.kind, p_asked.amount, p_asked.cause_kind)
      and (made.cause_id, made.reason) is not distinct from (p_asked.cause_id, p_asked.reason)
      then 'repeated' else 'key_reused' end,
    made.id, ledger_available(p_account)
  )::ledger_result;
end $$;
`;

const MOVEMENTS = `
-- Puts credits in. p_kind is grant or correct.
create function ledger_put(
  p_kind text, p_site text, p_owner_kind text, p_owner_id text, p_unit text, p_amount bigint, p_key text,
  p_cause_kind text, p_cause_id text, p_reason text, p_actor uuid, p_source text, p_expires_at timestamptz
) returns ledger_result language plpgsql as $$
declare
  available bigint := ledger_lock(p_site, p_owner_kind, p_owner_id, p_unit);
  asked ledger_transfer;
  answer ledger_result;
  made bigint;
  grant_id bigint;
begin
  asked.site := p_site; asked.owner_kind := p_owner_kind; asked.owner_id := p_owner_id; asked.unit := p_unit;
  asked.kind := p_kind; asked.amount := p_amount; asked.cause_kind := p_cause_kind; asked.cause_id := p_cause_id;
  asked.reason := p_reason;
  answer := ledger_repeated(available, p_key, asked);
  if answer.outcome is not null then
    -- A correction downwards has the same amount, from the available account instead of to it.
    if answer.outcome = 'repeated' and not exists (
      select from ledger_entry where transfer_id = answer.transfer_id and account_id = available and amount > 0
    ) then answer.outcome := 'key_reused'; end if;
    return answer;
  end if;
  insert into ledger_transfer (site, owner_kind, owner_id, unit, kind, amount, key, cause_kind, cause_id, reason, actor_id)
    values (p_site, p_owner_kind, p_owner_id, p_unit, p_kind, p_amount, p_key, p_cause_kind, p_cause_id, p_reason, p_actor)
    on conflict (site, owner_kind, owner_id, key) do nothing returning id into made;
  -- The key was used at the same time for another unit.
  if made is null then return ('key_reused', null, ledger_available(available))::ledger_result; end if;
  insert into ledger_grant (account_id, source, amount, expires_at) values (available, p_source, p_amount, p_expires_at)
    returning id into grant_id;
  insert into ledger_entry (transfer_id, account_id, grant_id, amount) values
    (made, available, grant_id, p_amount),
    (made, ledger_account_of(p_site, p_owner_kind, p_owner_id, p_unit, 'source'), grant_id, -p_amount);
  return ('done', made, ledger_available(available))::ledger_result;
end $$;

-- Takes credits: granted ones before purchased ones, and those that expire first. p_kind is charge, hold or correct.
create function ledger_take(
  p_kind text, p_site text, p_owner_kind text, p_owner_id text, p_unit text, p_amount bigint, p_key text,
  p_cause_kind text, p_cause_id text, p_reason text, p_actor uuid, p_lapses_after interval
) returns ledger_result language plpgsql as $$
declare
  available bigint := ledger_lock(p_site, p_owner_kind, p_owner_id, p_unit);
  target bigint := ledger_account_of(p_site, p_owner_kind, p_owner_id, p_unit,
    case p_kind when 'charge' then 'spent' when 'hold' then 'held' else 'source' end);
  asked ledger_transfer;
  answer ledger_result;
  made bigint;
  -- After the lock, for which this may have waited.
  locked_at timestamptz := clock_timestamp();
  spendable bigint;
  missing bigint := p_amount;
  part bigint;
  each record;
begin
  asked.site := p_site; asked.owner_kind := p_owner_kind; asked.owner_id := p_owner_id; asked.unit := p_unit;
  asked.kind := p_kind; asked.amount := p_amount; asked.cause_kind := p_cause_kind; asked.cause_id := p_cause_id;
  asked.reason := p_reason;
  answer := ledger_repeated(available, p_key, asked);
  if answer.outcome is not null then
    if answer.outcome = 'repeated' and not exists (
      select from ledger_entry where transfer_id = answer.transfer_id and account_id = available and amount < 0
    ) then answer.outcome := 'key_reused'; end if;
    return answer;
  end if;
  spendable := ledger_available(available, locked_at);
  if spendable < p_amount then return ('insufficient', null, spendable)::ledger_result; end if;
  insert into ledger_transfer
    (site, owner_kind, owner_id, unit, kind, amount, key, lapses_at, cause_kind, cause_id, reason, actor_id)
    values (p_site, p_owner_kind, p_owner_id, p_unit, p_kind, p_amount, p_key, locked_at + p_lapses_after,
      p_cause_kind, p_cause_id, p_reason, p_actor)
    on conflict (site, owner_kind, owner_id, key) do nothing returning id into made;
  if made is null then return ('key_reused', null, spendable)::ledger_result; end if;
  for each in
    select id, remaining from ledger_grant
    where account_id = available and remaining > 0
      and (expires_at is null or expires_at > locked_at)
    order by source, expires_at nulls last, id
  loop
    part := least(missing, each.remaining);
    insert into ledger_entry (transfer_id, account_id, grant_id, amount)
      values (made, available, each.id, -part), (made, target, each.id, part);
    missing := missing - part;
    exit when missing = 0;
  end loop;
  return ('done', made, spendable - p_amount)::ledger_result;
end $$;

-- Posts or voids a hold, or refunds what was charged or posted. Returned credits go back to the grants that they came from.
create function ledger_settle(p_kind text, p_settles bigint, p_cause_kind text, p_cause_id text, p_reason text, p_actor uuid)
returns ledger_result language plpgsql as $$
declare
  settled ledger_transfer;
  earlier ledger_transfer;
  available bigint;
  origin bigint;
  target bigint;
  made bigint;
begin
  select * into settled from ledger_transfer where id = p_settles
    and case when p_kind = 'refund' then kind in ('charge', 'post') else kind = 'hold' end;
  if not found then return ('not_found', null, 0)::ledger_result; end if;
  available := ledger_lock(settled.site, settled.owner_kind, settled.owner_id, settled.unit);
  select * into earlier from ledger_transfer where settles_id = p_settles;
  if found then
    return (case when earlier.kind = p_kind then 'repeated' else 'settled' end, earlier.id, ledger_available(available))::ledger_result;
  end if;
  if p_kind = 'post' and settled.lapses_at <= clock_timestamp() then
    return ('lapsed', null, ledger_available(available))::ledger_result;
  end if;
  origin := ledger_account_of(settled.site, settled.owner_kind, settled.owner_id, settled.unit,
    case when p_kind = 'refund' then 'spent' else 'held' end);
  target := case when p_kind = 'post'
    then ledger_account_of(settled.site, settled.owner_kind, settled.owner_id, settled.unit, 'spent') else available end;
  insert into ledger_transfer (site, owner_kind, owner_id, unit, kind, amount, settles_id, cause_kind, cause_id, reason, actor_id)
    values (settled.site, settled.owner_kind, settled.owner_id, settled.unit, p_kind, settled.amount, settled.id,
      p_cause_kind, p_cause_id, p_reason, p_actor)
    returning id into made;
  insert into ledger_entry (transfer_id, account_id, grant_id, amount)
    select made, side.account_id, e.grant_id, side.sign * e.amount
    from ledger_entry e cross join lateral (values (origin, -1), (target, 1)) side (account_id, sign)
    where e.transfer_id = settled.id and e.account_id = origin order by e.id, side.sign;
  return ('done', made, ledger_available(available))::ledger_result;
end $$;
`;

const TIMED = `
-- Returns how many grants it expired. Accounts are locked in the order of their ids, as by everybody who locks several.
create function ledger_expire(p_limit integer) returns integer language plpgsql as $$
declare
  each record;
  account ledger_account;
  rest bigint;
  made bigint;
  count integer := 0;
begin
  for each in
    select id, account_id from (
      select id, account_id from ledger_grant where remaining > 0 and expires_at <= clock_timestamp() order by expires_at limit p_limit
    ) due order by account_id, id
  loop
    select * into account from ledger_account where id = each.account_id for update;
    select remaining into rest from ledger_grant where id = each.id;
    continue when rest = 0;
    insert into ledger_transfer (site, owner_kind, owner_id, unit, kind, amount, cause_kind, cause_id)
      values (account.site, account.owner_kind, account.owner_id, account.unit, 'expire', rest, 'grant', each.id::text)
      returning id into made;
    insert into ledger_entry (transfer_id, account_id, grant_id, amount) values
      (made, account.id, each.id, -rest),
      (made, ledger_account_of(account.site, account.owner_kind, account.owner_id, account.unit, 'expired'), each.id, rest);
    count := count + 1;
  end loop;
  return count;
end $$;

-- Returns how many holds it voided.
create function ledger_void_lapsed(p_limit integer) returns integer language plpgsql as $$
declare
  each record;
  count integer := 0;
begin
  for each in
    select due.id from (
      select t.id, t.site, t.owner_kind, t.owner_id, t.unit from ledger_transfer t
      where t.kind = 'hold' and t.lapses_at <= clock_timestamp()
        and not exists (select from ledger_transfer s where s.settles_id = t.id)
      order by t.lapses_at limit p_limit
    ) due
    order by ledger_account_of(due.site, due.owner_kind, due.owner_id, due.unit, 'available'), due.id
  loop
    if (ledger_settle('void', each.id, 'timeout', null, null, null)).outcome = 'done' then count := count + 1; end if;
  end loop;
  return count;
end $$;
`;

// What organizations had becomes a grant without expiry. A process of the previous version only reads balances, as the view allows.
const EXISTING_BALANCES = `
select ledger_lock(o.site, 'organization', o.id::text, b.type)
  from credit_balance b join organization o on o.id = b.organization_id;
select ledger_put('grant', o.site, 'organization', o.id::text, b.type, b.amount, 'migration-0045:' || b.type,
    'migration', null, null, null, 'granted', null)
  from credit_balance b join organization o on o.id = b.organization_id where b.amount > 0;
-- Checks that are still waiting would prevent later migrations from changing these tables.
set constraints all immediate;
set constraints all deferred;
drop table credit_balance;
create view credit_balance as
  select a.organization_id, a.unit as type, (
      select coalesce(sum(g.remaining), 0)::bigint from ledger_grant g
      where g.account_id = a.id and g.remaining > 0 and (g.expires_at is null or g.expires_at > now())
    ) as amount
  from ledger_account a
  where a.organization_id is not null and a.kind = 'available' and a.unit in ('job', 'resume_contact');
comment on view credit_balance is 'What organizations can spend now: without what expired and has not been booked as expired yet.';
`;

/** Each movement of credits is one call of a function, thus one round trip. Balances that existed become grants. */
export const ledgerFunctions: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(ACCOUNTS).execute(database);
    await sql.raw(MOVEMENTS).execute(database);
    await sql.raw(TIMED).execute(database);
    await sql.raw(EXISTING_BALANCES).execute(database);
  },
};
