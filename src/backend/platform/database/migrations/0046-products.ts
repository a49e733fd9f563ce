import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table product (
  id bigint generated always as identity primary key,
  site text not null,
  code text not null check (code ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  names jsonb not null check (names ? 'en'),
  descriptions jsonb not null default '{}',
  job_credits integer not null default 0 check (job_credits >= 0),
  contact_credits integer not null default 0 check (contact_credits >= 0),
  credit_days integer check (credit_days > 0),
  subscription_months integer check (subscription_months > 0),
  job_slots integer not null default 0 check (job_slots >= 0),
  contact_slots integer not null default 0 check (contact_slots >= 0),
  featured_days integer not null default 0 check (featured_days >= 0),
  top_days integer not null default 0 check (top_days >= 0),
  eligibility text not null default 'everybody' check (eligibility in ('everybody', 'first_purchase')),
  renewal text not null default 'none' check (renewal in ('none', 'automatic')),
  position integer not null default 0,
  retired_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (site, code),
  constraint product_gives_something
    check (job_credits + contact_credits + job_slots + contact_slots + featured_days + top_days > 0),
  constraint product_slots_are_subscribed check ((job_slots + contact_slots > 0) = (subscription_months is not null)),
  constraint product_renewal_is_subscribed check (renewal = 'none' or subscription_months is not null),
  constraint product_expiry_is_of_credits check (credit_days is null or job_credits + contact_credits > 0)
);
comment on table product is 'What a site sells. Never deleted, as orders name it: it is retired.';
comment on column product.names is 'By language or locale.';
comment on column product.credit_days is 'How long its credits can be spent; null: without end.';

create table product_price (
  id bigint generated always as identity primary key,
  product_id bigint not null references product (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint check (amount >= 0),
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp()
);
comment on table product_price is 'Prices with their history: the newest of a currency is valid. Never changed, as orders name them.';
comment on column product_price.amount is 'Minor units, without tax; null: no longer sold in this currency.';
comment on column product_price.actor_id is 'Of an account that may have been deleted since; null: came with the product.';
create index product_price_newest on product_price (product_id, currency, id desc);
`;

const IMMUTABLE = `
create function refuse_product_change() returns trigger language plpgsql as $$
begin
  raise exception 'Products are retired and prices replaced: what was sold stays as it was' using errcode = 'restrict_violation';
end $$;
create trigger product_not_deleted before delete on product for each row execute function refuse_product_change();
create trigger product_not_truncated before truncate on product
  for each statement execute function refuse_product_change();
create trigger product_price_immutable before update or delete on product_price
  for each row execute function refuse_product_change();
create trigger product_price_not_truncated before truncate on product_price
  for each statement execute function refuse_product_change();
`;

// Pages for everybody show products, so that they are cached like menus; see 0003.
const LOGGED = `
create function log_products() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, site) select distinct 'content', r.site from changed r;
  return null;
end $$;
create trigger log_product_insert after insert on product referencing new table as changed
  for each statement execute function log_products();
create trigger log_product_update after update on product referencing new table as changed
  for each statement execute function log_products();

create function log_product_prices() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, site)
    select distinct 'content', p.site from changed r join product p on p.id = r.product_id;
  return null;
end $$;
create trigger log_product_price_insert after insert on product_price referencing new table as changed
  for each statement execute function log_product_prices();
`;

/** What each site sells, with the history of its prices. */
export const products: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(IMMUTABLE).execute(database);
    await sql.raw(LOGGED).execute(database);
  },
};
