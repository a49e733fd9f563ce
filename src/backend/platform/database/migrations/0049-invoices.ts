import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const SUMS = `
-- Null, which a check refuses, if a line is not quantity times unit price.
create function invoice_lines_net(lines jsonb) returns bigint language sql immutable as $$
  select case when bool_and((line ->> 'net')::bigint = (line ->> 'quantity')::bigint * (line ->> 'unitNet')::bigint
      and (line ->> 'quantity')::bigint > 0 and (line ->> 'unitNet')::bigint >= 0)
    then sum((line ->> 'net')::bigint)::bigint end
  from jsonb_array_elements(lines) line
$$;

create function invoice_taxes_sum(taxes jsonb) returns bigint language sql immutable as $$
  select coalesce(sum((tax ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(taxes) tax
$$;
`;

const TABLES = `
create table invoice_series (
  site text not null,
  series text not null check (series ~ '^[A-Z0-9]{1,8}$'),
  last_number bigint not null default 0 check (last_number >= 0),
  last_issued_at timestamptz,
  primary key (site, series)
);
comment on table invoice_series is 'The last number of each series. Who issues an invoice locks its row until the transaction ends.';
comment on column invoice_series.last_number is 'A row may be inserted with the last number that another program has given.';

create table invoice (
  id bigint generated always as identity primary key,
  site text not null,
  series text not null,
  number bigint not null,
  reference text generated always as (series || '-' || lpad(number::text, greatest(6, length(number::text)), '0')) stored,
  kind text not null check (kind in ('invoice', 'credit_note')),
  corrects_id bigint references invoice (id),
  key text not null check (length(key) between 1 and 255),
  order_id bigint,
  organization_id bigint not null,
  seller jsonb not null check (seller ? 'name'),
  buyer jsonb not null check (buyer ? 'name'),
  lines jsonb not null,
  taxes jsonb not null,
  tax_category text not null check (tax_category in ('standard', 'zero', 'reverseCharge', 'outOfScope', 'notRegistered')),
  tax_note text,
  tax_source text not null,
  vat_id_verdict text not null check (vat_id_verdict in ('none', 'wellFormed', 'valid', 'invalid', 'unavailable')),
  vies_number text,
  net bigint not null,
  tax bigint not null,
  total bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null,
  reason text,
  issued_at timestamptz not null,
  supplied_on date not null,
  due_on date,
  content_hash text not null,
  unique (site, series, number),
  unique (site, key),
  constraint invoice_corrects check ((kind = 'credit_note') = (corrects_id is not null)),
  constraint invoice_lines_add_up check (net = coalesce(invoice_lines_net(lines), -1)),
  constraint invoice_taxes_add_up check (tax = invoice_taxes_sum(taxes)),
  constraint invoice_total check (total = net + tax and net >= 0 and tax >= 0 and total <= 2147483647)
);
comment on table invoice is 'Invoices and credit notes, as they were issued. Never changed or deleted: a refund is a credit note.';
comment on column invoice.key is 'Chosen by who asked for it: one asked for twice is issued once.';
comment on column invoice.order_id is 'What was ordered. Without a foreign key: invoices outlive orders.';
comment on column invoice.organization_id is 'Who bought. Without a foreign key: invoices outlive organizations.';
comment on column invoice.lines is 'description, quantity, unitNet and net of each; amounts in minor units.';
comment on column invoice.taxes is 'tax, jurisdiction, rate (thousandths of a percent) and amount of each; amounts in minor units.';
comment on column invoice.vies_number is 'Consultation number: proves that the VAT id of the buyer was checked.';
comment on column invoice.total is 'Minor units, above zero in credit notes too. At most what an Int of GraphQL holds.';
comment on column invoice.due_on is 'Null: it was paid when it was issued, or is a credit note.';
comment on column invoice.content_hash is 'SHA-256 of everything else: see invoice_hash.';
create index invoice_organization on invoice (organization_id, id desc);
create index invoice_order on invoice (order_id) where order_id is not null;
create index invoice_credit on invoice (corrects_id) where corrects_id is not null;
`;

const ISSUING = `
-- Without what is null, so that columns which later versions add do not change the hashes of older invoices.
create function invoice_hash(issued invoice) returns text language sql stable set timezone = 'UTC' set datestyle = 'ISO' as $$
  select encode(sha256(convert_to(
    jsonb_strip_nulls(to_jsonb(issued) - array['id', 'reference', 'content_hash'])::text, 'UTF8')), 'hex')
$$;

-- Locks the series, so that nobody else issues in it, and returns what has been issued for the key.
create function invoice_begin(p_site text, p_series text, p_key text) returns bigint language plpgsql as $$
begin
  insert into invoice_series (site, series) values (p_site, p_series) on conflict do nothing;
  perform from invoice_series where site = p_site and series = p_series for update;
  return (select id from invoice where site = p_site and key = p_key);
end $$;

create function invoice_issued() returns trigger language plpgsql as $$
declare
  place invoice_series;
  corrected invoice;
  credited record;
begin
  -- Locks the row until the transaction ends. What is rolled back gives its number back.
  insert into invoice_series as s (site, series, last_number, last_issued_at) values (new.site, new.series, 1, new.issued_at)
    on conflict (site, series) do update
      set last_number = s.last_number + 1, last_issued_at = greatest(s.last_issued_at, excluded.last_issued_at)
    returning * into place;
  if new.corrects_id is not null then
    select * into corrected from invoice where id = new.corrects_id for update;
    if not found or corrected.kind <> 'invoice'
      or (corrected.site, corrected.currency, corrected.organization_id, corrected.order_id)
        is distinct from (new.site, new.currency, new.organization_id, new.order_id)
    then
      raise exception 'A credit note is of another site, buyer, order or currency than its invoice'
        using errcode = 'integrity_constraint_violation';
    end if;
    select coalesce(sum(net), 0) as net, coalesce(sum(tax), 0) as tax into credited from invoice where corrects_id = new.corrects_id;
    if new.total = 0 or credited.net + new.net > corrected.net or credited.tax + new.tax > corrected.tax then
      raise exception 'A credit note exceeds what is left of its invoice'
        using errcode = 'check_violation', constraint = 'invoice_credit_limit', table = 'invoice';
    end if;
  end if;
  new.number := place.last_number;
  -- Dates ascend with numbers, even if a clock was set back.
  new.issued_at := place.last_issued_at;
  new.content_hash := invoice_hash(new);
  return new;
end $$;
create trigger invoice_issued before insert on invoice for each row execute function invoice_issued();
`;

const IMMUTABLE = `
create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'Invoices are never changed: correct one by a credit note' using errcode = 'restrict_violation';
end $$;
create trigger invoice_immutable before update or delete on invoice for each row execute function refuse_invoice_change();
create trigger invoice_not_truncated before truncate on invoice for each statement execute function refuse_invoice_change();
create trigger invoice_series_not_deleted before delete on invoice_series
  for each row execute function refuse_invoice_change();
create trigger invoice_series_not_truncated before truncate on invoice_series
  for each statement execute function refuse_invoice_change();

-- A series goes on by issuing alone, that is from within the trigger of invoice.
create function guard_invoice_series() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 and new.last_number = old.last_number + 1 then return new; end if;
  raise exception 'Numbers of invoices are given by issuing alone' using errcode = 'restrict_violation';
end $$;
create trigger invoice_series_guarded before update on invoice_series
  for each row execute function guard_invoice_series();
`;

/** Invoices and credit notes. No page for everybody shows them, so that nothing logs their changes. */
export const invoices: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(SUMS).execute(database);
    await sql.raw(TABLES).execute(database);
    await sql.raw(ISSUING).execute(database);
    await sql.raw(IMMUTABLE).execute(database);
  },
};
