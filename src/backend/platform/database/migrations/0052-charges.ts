import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// Days for which a job can be featured or stand at the top are credits like the others: a job that is featured for 14 days costs 14.
const UNITS = `
alter table ledger_account drop constraint ledger_account_unit_check;
alter table ledger_account add constraint ledger_account_unit_check
  check (unit in ('job', 'resume_contact', 'featured_day', 'top_day') or unit ~ '^[A-Z]{3}$');
create or replace view credit_balance as
  select a.organization_id, a.unit as type, (
      select coalesce(sum(g.remaining), 0)::bigint from ledger_grant g
      where g.account_id = a.id and g.remaining > 0 and (g.expires_at is null or g.expires_at > now())
    ) as amount
  from ledger_account a
  where a.organization_id is not null and a.kind = 'available'
    and a.unit in ('job', 'resume_contact', 'featured_day', 'top_day');
`;

const REVOCATION = `
alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check
  check (kind in ('grant', 'charge', 'hold', 'post', 'void', 'expire', 'refund', 'correct', 'revoke'));
do $$
declare
  each record;
begin
  -- Both name settles_id, or the kinds that have no key, and have the names that PostgreSQL gave them.
  for each in select conname from pg_constraint where conrelid = 'ledger_transfer'::regclass and contype = 'c'
    and (pg_get_constraintdef(oid) like '%settles_id IS NOT NULL%' or pg_get_constraintdef(oid) like '%key IS NOT NULL%')
  loop
    execute format('alter table ledger_transfer drop constraint %I', each.conname);
  end loop;
end $$;
alter table ledger_transfer
  add constraint ledger_transfer_settles check ((kind in ('post', 'void', 'refund', 'revoke')) = (settles_id is not null)),
  add constraint ledger_transfer_has_key check (key is not null or kind in ('post', 'void', 'refund', 'revoke', 'expire'));
comment on column ledger_transfer.settles_id is 'The hold that this one posts or voids, the payment that it refunds, or the grant that it revokes. Unique: each is settled once.';

-- Takes back what is left of a grant, such as of one whose purchase is refunded. What was spent of it stays spent.
create function ledger_revoke(p_grant bigint, p_cause_kind text, p_cause_id text, p_reason text, p_actor uuid)
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

const SUBSCRIPTIONS = `
alter table subscription
  add column reference text unique,
  add column renewal text not null default 'none' check (renewal in ('none', 'automatic')),
  add column cancellation_at timestamptz;
comment on column subscription.reference is 'What was bought: the order and its line. Unique, so that it is delivered once. Null: it was not bought here.';
comment on column subscription.cancellation_at is 'When it was asked for: it ends with the period that was paid.';
`;

const CHARGES = `
create table job_charge (
  id bigint generated always as identity primary key,
  job_id bigint not null references job (id) on delete cascade,
  number integer not null,
  transfer_id bigint unique references ledger_transfer (id),
  subscription_id bigint references subscription (id) on delete cascade,
  charged_at timestamptz not null,
  ended_at timestamptz,
  unique (job_id, number),
  check (num_nonnulls(transfer_id, subscription_id) = 1)
);
comment on table job_charge is 'What was given for publishing a job: a credit, or a slot of a subscription, which is free again when it has ended.';
comment on column job_charge.number is 'Of the charges of the job. Part of the key of the credit, which is charged once therefore.';
create unique index job_charge_open on job_charge (job_id) where ended_at is null;
create index job_charge_slots on job_charge (subscription_id) where ended_at is null and subscription_id is not null;

create table job_placement (
  id bigint generated always as identity primary key,
  job_id bigint not null references job (id) on delete cascade,
  kind text not null check (kind in ('featured', 'top')),
  number integer not null,
  transfer_id bigint not null unique references ledger_transfer (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  ended_at timestamptz,
  unique (job_id, kind, number)
);
comment on table job_placement is 'A time that was bought for a job: featured, or at the top.';
create unique index job_placement_open on job_placement (job_id, kind) where ended_at is null;
create index job_placement_end on job_placement (ends_at) where ended_at is null;

-- Whoever ends a job frees its slot with it: people, the clock, the end of an organization.
create function end_job_charge() returns trigger language plpgsql as $$
begin
  update job_charge set ended_at = clock_timestamp() where job_id = new.id and ended_at is null;
  update job_placement set ended_at = clock_timestamp() where job_id = new.id and ended_at is null;
  return null;
end $$;
create trigger job_ended after update of state on job for each row
  when (old.state in ('needs_review', 'scheduled', 'published') and new.state in ('draft', 'archived'))
  execute function end_job_charge();

-- Returns the subscription of which the job has now a slot; null: the organization has no free one. Each is locked before it is counted.
create function take_job_slot(p_organization bigint, p_job bigint) returns bigint language plpgsql as $$
declare
  each record;
  used integer;
begin
  for each in
    select id from subscription where organization_id = p_organization and status = 'active' and job_slots > 0
      and start_at <= clock_timestamp() and (end_at is null or end_at > clock_timestamp())
    order by end_at nulls last, id
  loop
    perform from subscription where id = each.id for update;
    select count(*) into used from job_charge where subscription_id = each.id and ended_at is null;
    if used < (select job_slots from subscription where id = each.id and status = 'active') then
      insert into job_charge (job_id, number, subscription_id, charged_at)
        select p_job, coalesce(max(number), 0) + 1, each.id, clock_timestamp() from job_charge where job_id = p_job;
      return each.id;
    end if;
  end loop;
  return null;
end $$;
`;

/** What jobs cost: credits and slots for publishing, days of placement. */
export const charges: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(UNITS).execute(database);
    await sql.raw(REVOCATION).execute(database);
    await sql.raw(SUBSCRIPTIONS).execute(database);
    await sql.raw(CHARGES).execute(database);
  },
};
