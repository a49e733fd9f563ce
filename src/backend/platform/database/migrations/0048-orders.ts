import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table billing_profile (
  organization_id bigint primary key references organization (id) on delete cascade,
  company_name text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  administrative_area text not null,
  address_line1 text not null,
  address_line2 text not null,
  locality text not null,
  zip text not null,
  vat_number text not null,
  updated_by uuid,
  updated_at timestamptz not null default clock_timestamp()
);
comment on table billing_profile is 'Whom the invoices of an organization are written to.';

create table customer_order (
  id bigint generated always as identity (start with 1001) primary key,
  site text not null,
  organization_id bigint not null,
  buyer_id uuid,
  key text not null check (length(key) between 1 and 200),
  language text not null,
  product_id bigint not null references product (id),
  price_id bigint not null references product_price (id),
  product jsonb not null,
  quantity integer not null check (quantity between 1 and 100),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unit_amount bigint not null check (unit_amount >= 0),
  net_amount bigint not null,
  tax_amount bigint not null check (tax_amount >= 0),
  total bigint not null,
  tax jsonb not null,
  billing jsonb not null,
  destination text,
  provider text not null check (provider in ('invoice', 'stripe')),
  payment_id text,
  payment_url text,
  state text not null default 'placed'
    check (state in ('placed', 'overdue', 'paid', 'disputed', 'canceled', 'refunded')),
  placed_at timestamptz not null default clock_timestamp(),
  due_at timestamptz,
  paid_at timestamptz,
  delivered_at timestamptz,
  withdrawn_at timestamptz,
  refunded_amount bigint not null default 0,
  invoice_id bigint,
  reminders smallint not null default 0,
  unique (site, organization_id, key),
  constraint order_net check (net_amount = unit_amount * quantity),
  constraint order_total check (total = net_amount + tax_amount),
  constraint order_refund check (refunded_amount between 0 and total),
  constraint order_paid check (state not in ('paid', 'disputed', 'refunded') or paid_at is not null),
  constraint order_withdrawn check (withdrawn_at is null or delivered_at is not null)
);
comment on table customer_order is 'What organizations ordered: one product each. Never deleted, and what was agreed never changes.';
comment on column customer_order.id is 'Has gaps, other than numbers of invoices.';
comment on column customer_order.organization_id is 'Without a foreign key, as buyer_id: an order outlives who ordered.';
comment on column customer_order.key is 'Made by the server for the form: what is sent twice is ordered once.';
comment on column customer_order.product is 'What one of it gives, and its name, as it was when it was ordered.';
comment on column customer_order.tax is 'How the tax was decided.';
comment on column customer_order.billing is 'The billing profile at that time.';
comment on column customer_order.payment_id is 'Of the payment at the service: the session of its page.';
comment on column customer_order.reminders is 'How many mails have asked for the money.';
create index customer_order_organization on customer_order (organization_id, placed_at desc);
create index customer_order_site on customer_order (site, placed_at desc);
create index customer_order_open on customer_order (due_at) where state in ('placed', 'overdue');
create index customer_order_payment on customer_order (payment_id) where payment_id is not null;

create table customer_order_event (
  id bigint generated always as identity primary key,
  order_id bigint not null references customer_order (id),
  action text not null,
  from_state text,
  to_state text not null,
  actor_id uuid,
  reason text,
  amount bigint,
  at timestamptz not null default clock_timestamp()
);
comment on table customer_order_event is 'How the state of an order changed, and by whom. Never changed.';
create index customer_order_event_order on customer_order_event (order_id, id);

create table payment_event (
  provider text not null,
  id text not null check (length(id) between 1 and 255),
  type text not null,
  order_id bigint,
  payment_id text,
  received_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  done_at timestamptz,
  failure text,
  primary key (provider, id)
);
comment on table payment_event is 'What payment services told, once for each event. Only what it is about is stored: the service is asked for the rest.';
create index payment_event_due on payment_event (due_at) where done_at is null;
`;

// What an administrator or a program does later changes the state and what belongs to it, and nothing that was agreed.
const GUARDS = `
create function guard_customer_order() returns trigger language plpgsql as $$
declare
  mutable constant text[] := array['state', 'payment_id', 'payment_url', 'paid_at', 'delivered_at', 'withdrawn_at',
    'refunded_amount', 'invoice_id', 'reminders', 'due_at'];
begin
  if tg_op <> 'UPDATE' then
    raise exception 'Orders are never deleted' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - mutable <> to_jsonb(old) - mutable then
    raise exception 'What was agreed in order % never changes', old.id using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('placed', 'paid'), ('placed', 'canceled'), ('placed', 'overdue'), ('overdue', 'paid'), ('overdue', 'canceled'),
    ('canceled', 'paid'), ('paid', 'disputed'), ('paid', 'refunded'), ('disputed', 'paid'), ('disputed', 'refunded')
  ) then
    raise exception 'Order % cannot become % after %', old.id, new.state, old.state using errcode = 'restrict_violation';
  end if;
  if new.refunded_amount < old.refunded_amount
    or (old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at) then
    raise exception 'What was delivered or paid back in order % stays so', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger customer_order_guarded before update or delete on customer_order
  for each row execute function guard_customer_order();
create trigger customer_order_not_truncated before truncate on customer_order
  for each statement execute function guard_customer_order();

create function refuse_order_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'The history of orders is never changed' using errcode = 'restrict_violation';
end $$;
create trigger customer_order_event_immutable before update or delete on customer_order_event
  for each row execute function refuse_order_event_change();
create trigger customer_order_event_not_truncated before truncate on customer_order_event
  for each statement execute function refuse_order_event_change();
`;

/**
 * Billing profiles, orders with their history, and what payment services told. Nothing is written to `data_change`: pages that show
 * orders belong to one person and are never cached.
 */
export const orders: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(GUARDS).execute(database);
  },
};
