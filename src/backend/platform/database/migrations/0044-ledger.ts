import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table ledger_account (
  id bigint generated always as identity primary key,
  site text not null,
  owner_kind text not null check (owner_kind in ('organization', 'user')),
  owner_id text not null,
  unit text not null check (unit in ('job', 'resume_contact') or unit ~ '^[A-Z]{3}$'),
  kind text not null check (kind in ('source', 'available', 'held', 'spent', 'expired')),
  balance bigint not null default 0,
  organization_id bigint generated always as (case when owner_kind = 'organization' then owner_id::bigint end) stored,
  unique (site, owner_kind, owner_id, unit, kind),
  constraint ledger_balance_sign check (case when kind = 'source' then balance <= 0 else balance >= 0 end)
);
comment on table ledger_account is 'Where credits or money of one owner are. What comes in is taken from source, which is therefore at or below zero.';
comment on column ledger_account.owner_id is 'Without a foreign key: the books outlive who owned them.';
comment on column ledger_account.unit is 'A type of credit, or a currency (ISO 4217), of which amounts are in minor units.';
comment on column ledger_account.balance is 'Sum of the entries, maintained by the trigger ledger_entry_posted.';
create index ledger_account_organization on ledger_account (organization_id) where organization_id is not null;

create table ledger_transfer (
  id bigint generated always as identity primary key,
  site text not null,
  owner_kind text not null,
  owner_id text not null,
  unit text not null,
  kind text not null check (kind in ('grant', 'charge', 'hold', 'post', 'void', 'expire', 'refund', 'correct')),
  amount bigint not null check (amount > 0),
  key text check (length(key) between 1 and 255),
  settles_id bigint unique references ledger_transfer (id),
  lapses_at timestamptz,
  cause_kind text not null,
  cause_id text,
  reason text,
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  unique (site, owner_kind, owner_id, key),
  check ((kind = 'hold') = (lapses_at is not null)),
  check ((kind in ('post', 'void', 'refund')) = (settles_id is not null)),
  check (key is not null or kind in ('post', 'void', 'refund', 'expire')),
  check (kind <> 'correct' or (reason is not null and actor_id is not null))
);
comment on table ledger_transfer is 'A movement of credits or money; its entries say between which accounts. Never changed.';
comment on column ledger_transfer.key is 'Chosen by who asked for it: one asked for twice is made once.';
comment on column ledger_transfer.settles_id is 'The hold that this one posts or voids, or the payment that it refunds. Unique: a hold is settled once.';
comment on column ledger_transfer.actor_id is 'Of an account that may have been deleted since.';
create index ledger_transfer_lapse on ledger_transfer (lapses_at) where kind = 'hold';

create table ledger_grant (
  id bigint generated always as identity primary key,
  account_id bigint not null references ledger_account (id),
  source text not null check (source in ('granted', 'purchased')),
  amount bigint not null check (amount > 0),
  remaining bigint not null default 0,
  expires_at timestamptz,
  constraint ledger_grant_remaining check (remaining between 0 and amount)
);
comment on table ledger_grant is 'What came in at one time, and how much of it can still be spent.';
comment on column ledger_grant.remaining is 'Sum of its entries on the account, maintained by the trigger ledger_entry_posted.';
create index ledger_grant_open on ledger_grant (account_id, expires_at) where remaining > 0;
create index ledger_grant_expiry on ledger_grant (expires_at) where remaining > 0;

create table ledger_entry (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references ledger_transfer (id),
  account_id bigint not null references ledger_account (id),
  grant_id bigint not null references ledger_grant (id),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null
);
comment on table ledger_entry is 'One side of a transfer. Never changed.';
comment on column ledger_entry.balance_after is 'Of the account, so that a page of a statement needs only its own rows.';
create index ledger_entry_transfer on ledger_entry (transfer_id);
create index ledger_entry_account on ledger_entry (account_id, transfer_id);
`;

// The update of the account locks its row, so that entries of one account are made one after the other.
const BALANCES = `
create function ledger_entry_posted() returns trigger language plpgsql as $$
declare
  account ledger_account;
begin
  update ledger_account set balance = balance + new.amount where id = new.account_id returning * into account;
  if not exists (
    select from ledger_transfer t where t.id = new.transfer_id
      and (t.site, t.owner_kind, t.owner_id, t.unit) = (account.site, account.owner_kind, account.owner_id, account.unit)
  ) then
    raise exception 'An entry is of another owner, site or unit than its transfer' using errcode = 'integrity_constraint_violation';
  end if;
  if account.kind = 'available' then
    update ledger_grant set remaining = remaining + new.amount where id = new.grant_id and account_id = account.id;
    if not found then
      raise exception 'An entry is of a grant of another account' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  new.balance_after := account.balance;
  return new;
end $$;
create trigger ledger_entry_posted before insert on ledger_entry for each row execute function ledger_entry_posted();

create function check_ledger_transfer() returns trigger language plpgsql as $$
declare
  checked bigint := case when tg_table_name = 'ledger_entry' then (to_jsonb(new) ->> 'transfer_id')::bigint else new.id end;
  expected bigint := (select amount from ledger_transfer where id = checked);
  total numeric;
  moved numeric;
begin
  select coalesce(sum(amount), 0), coalesce(sum(amount) filter (where amount > 0), 0) into total, moved
    from ledger_entry where transfer_id = checked;
  if total <> 0 or moved <> expected then
    raise exception 'The entries of ledger transfer % do not balance', checked using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entry
  deferrable initially deferred for each row execute function check_ledger_transfer();
create constraint trigger ledger_transfer_balances after insert on ledger_transfer
  deferrable initially deferred for each row execute function check_ledger_transfer();
`;

const IMMUTABLE = `
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is never rewritten: correct it with another transfer' using errcode = 'restrict_violation';
end $$;
create trigger ledger_transfer_immutable before update or delete on ledger_transfer
  for each row execute function refuse_ledger_change();
create trigger ledger_entry_immutable before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();
create trigger ledger_account_not_deleted before delete on ledger_account
  for each row execute function refuse_ledger_change();
create trigger ledger_grant_not_deleted before delete on ledger_grant
  for each row execute function refuse_ledger_change();

-- Balances change by entries alone, that is from within the trigger of ledger_entry.
create function guard_ledger_balance() returns trigger language plpgsql as $$
declare
  derived text := case when tg_table_name = 'ledger_account' then 'balance' else 'remaining' end;
  -- Not computed yet in the new row, and only from columns that are compared.
  computed constant text := 'organization_id';
begin
  if tg_op = 'INSERT' then
    if (to_jsonb(new) ->> derived)::bigint = 0 then return new; end if;
  elsif pg_trigger_depth() > 1 and to_jsonb(new) - derived - computed = to_jsonb(old) - derived - computed then
    return new;
  end if;
  raise exception 'Balances of the ledger are changed by entries alone' using errcode = 'restrict_violation';
end $$;
create trigger ledger_account_guarded before insert or update on ledger_account
  for each row execute function guard_ledger_balance();
create trigger ledger_grant_guarded before insert or update on ledger_grant
  for each row execute function guard_ledger_balance();
`;

const NOT_TRUNCATED = ['ledger_transfer', 'ledger_entry', 'ledger_account', 'ledger_grant']
  .map(
    (table) => `create trigger ${table}_not_truncated before truncate on ${table}
  for each statement execute function refuse_ledger_change();`,
  )
  .join('\n');

/**
 * The books of credits and money, which the database itself holds balanced. Nothing is written to `data_change`: pages that show
 * balances belong to one person and are never cached.
 */
export const ledger: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(BALANCES).execute(database);
    await sql.raw(IMMUTABLE).execute(database);
    await sql.raw(NOT_TRUNCATED).execute(database);
  },
};
