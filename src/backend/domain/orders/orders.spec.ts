import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { silentLogger } from '../../../../test/support/database.js';
import { orderWorld } from '../../../../test/support/worlds/order-world.js';
import { balances } from '../ledger/ledger.js';
import { remindOfPayments } from './order-work.js';

const rulesOf = (errors: readonly { rule: string }[]) => errors.map(({ rule }) => rule);

describe('orders on invoice', () => {
  const world = orderWorld();
  const { product, shopper, place, administer, credits, stored, pass, ask, jwtOf, person } = world;

  it('[REC-08] are invoiced at once, and delivered when an administrator marks them as paid', async () => {
    const buyer = await shopper();
    const sold = await product();
    const { order, errors, payUrl } = await place(buyer, sold);
    expect([errors, payUrl, order!.state, order!.price.total]).toEqual([[], null, 'placed', 11_300]);
    expect(await stored(order!.id)).toMatchObject({
      invoices: [{ kind: 'invoice', total: 11_300 }],
      mails: ['order-invoice'],
    });
    expect(await credits(buyer)).toBe(0);
    expect((await administer(`markOrderPaid(id: "${order!.id}", reason: "Bank statement of today")`)).errors).toEqual(
      [],
    );
    expect(await credits(buyer)).toBe(5);
    expect(await stored(order!.id)).toMatchObject({
      order: { state: 'paid' },
      invoices: [{ kind: 'invoice', total: 11_300 }],
      mails: ['order-invoice', 'order-paid'],
    });
  });

  it('[REC-08] tell the readers of their invoice when it was paid', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    const payments = async () => {
      const { invoices } = await ask<{ invoices: { kind: string; dueOn: string | null; paidAt: string | null }[] }>(
        `invoices(organizationId: "${buyer.organizationId}") { invoices { kind dueOn paidAt } }`,
        buyer.jwt,
      );
      return invoices.map(({ kind, dueOn, paidAt }) => [kind, dueOn !== null, paidAt]);
    };
    expect(await payments()).toEqual([['invoice', true, null]]);
    await administer(`markOrderPaid(id: "${order!.id}", reason: "Seen")`);
    const paidAt = (await stored(order!.id)).order.paid_at!.toISOString();
    expect(await payments()).toEqual([['invoice', true, paidAt]]);
    await administer(`refundOrder(id: "${order!.id}", amount: 1130, reason: "Late")`);
    expect(await payments()).toEqual([
      ['credit_note', false, null],
      ['invoice', true, paidAt],
    ]);
  });

  it('[APP-08] [REC-08] are part of the buyer’s data export, with the billing profile', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    const data = JSON.parse(await ask<string>('exportMyData', buyer.jwt)) as Record<string, object[]>;
    expect(data.customer_order).toMatchObject([{ id: Number(order!.id), quantity: 1, total: 11_300, state: 'placed' }]);
    expect(data.billing_profile).toMatchObject([{ company_name: 'Maple Shelter', first_name: 'Ada' }]);
    const other = JSON.parse(await ask<string>('exportMyData', (await shopper()).jwt)) as Record<string, object[]>;
    expect(other.customer_order).toEqual([]);
  });

  it('[REC-08] are paid once if two administrators mark them at the same time', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_none, index) =>
        administer(`markOrderPaid(id: "${order!.id}", reason: "Seen")`, index % 2),
      ),
    );
    expect(outcomes.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(outcomes.flatMap(({ errors }) => rulesOf(errors))).toEqual(Array.from({ length: 7 }, () => 'state'));
    expect(await credits(buyer)).toBe(5);
    expect((await stored(order!.id)).mails).toEqual(['order-invoice', 'order-paid']);
  });

  it('[REC-08] are created once, however often the form is sent', async () => {
    const buyer = await shopper();
    const sold = await product();
    const key = `"${randomUUID()}"`;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_none, index) => place(buyer, sold, { key }, index % 2)),
    );
    expect(new Set(answers.map(({ order }) => order?.id)).size).toBe(1);
    expect(await stored(answers[0]!.order!.id)).toMatchObject({
      invoices: [{ total: 11_300 }],
      mails: ['order-invoice'],
    });
    const other = await place(buyer, sold, { key, quantity: '2', total: '22600' });
    expect([other.order, rulesOf(other.errors)]).toEqual([null, ['key']]);
    // Another organization may use the same key.
    expect((await place(await shopper(), sold, { key })).errors).toEqual([]);
  });

  it('[REC-08] are canceled with a credit note', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    expect(rulesOf((await administer(`cancelOrder(id: "${order!.id}", reason: "  ")`)).errors)).toEqual(['reason']);
    expect((await administer(`cancelOrder(id: "${order!.id}", reason: "Ordered by mistake")`)).errors).toEqual([]);
    expect(await stored(order!.id)).toMatchObject({
      order: { state: 'canceled' },
      invoices: [
        { kind: 'invoice', total: 11_300 },
        { kind: 'credit_note', total: 11_300 },
      ],
      mails: ['order-invoice', 'order-canceled'],
    });
    expect(rulesOf((await administer(`markOrderPaid(id: "${order!.id}", reason: "Late")`)).errors)).toEqual(['state']);
    expect(await credits(buyer)).toBe(0);
  });

  it('[REC-08] are refunded in parts and as a whole, exactly', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    const { id } = order!;
    await administer(`markOrderPaid(id: "${id}", reason: "Seen")`);
    expect((await administer(`refundOrder(id: "${id}", amount: 3333, reason: "A part")`)).errors).toEqual([]);
    expect(await credits(buyer)).toBe(5);
    for (const amount of [0, -1, 7968])
      expect(
        rulesOf((await administer(`refundOrder(id: "${id}", amount: ${amount}, reason: "Too much")`)).errors),
      ).toEqual(['amount']);
    expect((await administer(`refundOrder(id: "${id}", reason: "The rest")`)).errors).toEqual([]);
    const { order: row, invoices } = await stored(id);
    expect(row).toMatchObject({ state: 'refunded', refunded_amount: 11_300 });
    expect(invoices.map(({ total }) => total)).toEqual([11_300, 3333, 7967]);
    expect(await credits(buyer)).toBe(0);
    const owner = { site: 'default', kind: 'organization', id: buyer.organizationId } as const;
    expect((await balances(world.database, owner)).filter(({ available, held }) => available + held !== 0n)).toEqual(
      [],
    );
    const { rows } = await sql<{ cause_kind: string; spent: number }>`
      select t.cause_kind, sum(e.amount)::integer as spent
      from ledger_transfer t join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
      where t.owner_id = ${buyer.organizationId} and t.unit = 'CAD' and a.kind = 'spent' group by 1 order by 1
    `.execute(world.database);
    expect(rows).toEqual([
      { cause_kind: 'order', spent: 0 },
      { cause_kind: 'refund', spent: 11_300 },
    ]);
  });

  it('[REC-08] are refunded once if the same form is sent again', async () => {
    const { order } = await place(await shopper(), await product());
    const { id } = order!;
    await administer(`markOrderPaid(id: "${id}", reason: "Seen")`);
    const refund = (refunded: number, process = 0) =>
      administer(`refundOrder(id: "${id}", amount: 1000, refunded: ${refunded}, reason: "A part")`, process);
    expect((await refund(0)).errors).toEqual([]);
    for (const process of [0, 1]) expect(rulesOf((await refund(0, process)).errors)).toEqual(['state']);
    // What the form sends instead of a value that is not a number.
    expect(rulesOf((await refund(-1)).errors)).toEqual(['state']);
    expect(await stored(id)).toMatchObject({
      order: { state: 'paid', refunded_amount: 1000 },
      invoices: [
        { kind: 'invoice', total: 11_300 },
        { kind: 'credit_note', total: 1000 },
      ],
      mails: ['order-invoice', 'order-paid', 'order-refunded'],
    });
    // The page was opened again: the same amount is wanted once more.
    expect((await refund(1000)).errors).toEqual([]);
    expect((await stored(id)).order.refunded_amount).toBe(2000);
  });

  it('[REC-08] spent credits are kept after a refund', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    await administer(`markOrderPaid(id: "${order!.id}", reason: "Seen")`);
    const { chargeCredits } = await import('../ledger/ledger.js');
    const owner = { site: 'default', kind: 'organization', id: buyer.organizationId } as const;
    await chargeCredits(world.database, {
      owner,
      unit: 'job',
      amount: 2n,
      key: 'spent',
      cause: { kind: 'job', id: '1' },
    });
    await administer(`refundOrder(id: "${order!.id}", reason: "Goodwill")`);
    expect(await credits(buyer)).toBe(0);
  });

  it('[REC-08] are overdue when the due day of the invoice has ended where the site is', async () => {
    const { order } = await place(await shopper(), await product());
    const { rows } = await sql<{ left: number; time: string }>`
      select (o.due_at at time zone 'America/Toronto')::date - i.due_on as left,
        to_char(o.due_at at time zone 'America/Toronto', 'HH24:MI:SS') as time
      from customer_order o join invoice i on i.id = o.invoice_id where o.id = ${order!.id}
    `.execute(world.database);
    expect(rows).toEqual([{ left: 0, time: '23:59:59' }]);
  });

  it('[REC-08] reminders are sent once each, whatever the clocks of the processes', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    const sites = new Map([
      ['default', { name: 'default', languages: ['en'], countries: [], demo: 'international' as const }],
    ]);
    const deps = { database: world.database, logger: silentLogger };
    const remind = () => Promise.all(Array.from({ length: 4 }, () => remindOfPayments(deps, sites)));
    await remind();
    expect((await stored(order!.id)).mails).toEqual(['order-invoice']);
    await sql`alter table customer_order disable trigger customer_order_guarded`.execute(world.database);
    await sql`update customer_order set placed_at = placed_at - interval '20 days' where id = ${order!.id}`.execute(
      world.database,
    );
    await sql`alter table customer_order enable trigger customer_order_guarded`.execute(world.database);
    await pass(order!.id, 12);
    await remind();
    world.now = new Date('2020-01-01T00:00:00Z');
    await remind();
    expect(await stored(order!.id)).toMatchObject({
      order: { state: 'placed' },
      mails: ['order-invoice', 'payment-reminder'],
    });
    await pass(order!.id, 3);
    await remind();
    expect(await stored(order!.id)).toMatchObject({
      order: { state: 'overdue' },
      mails: ['order-invoice', 'payment-reminder', 'payment-overdue'],
    });
    await pass(order!.id, 20);
    await remind();
    await pass(order!.id, 200);
    await remind();
    expect((await stored(order!.id)).mails).toEqual([
      'order-invoice',
      'payment-reminder',
      'payment-overdue',
      'payment-overdue',
    ]);
    expect((await administer(`markOrderPaid(id: "${order!.id}", reason: "At last")`)).errors).toEqual([]);
    expect(await credits(buyer)).toBe(5);
  });

  it('[REC-08] with a total of zero are paid at once', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product({}, 0), { total: '0' });
    expect(order!.state).toBe('paid');
    expect(await credits(buyer)).toBe(5);
  });

  it('[REC-08] are written into the audit log with the reason and the administrator', async () => {
    const { order } = await place(await shopper(), await product());
    await administer(`markOrderPaid(id: "${order!.id}", reason: "Bank statement")`);
    const events = await world.database
      .selectFrom('audit_event')
      .select(['action', 'actor_id', 'details'])
      .where('action', '=', 'order.paid')
      .execute();
    expect(events).toContainEqual({
      action: 'order.paid',
      actor_id: expect.any(String) as unknown,
      details: expect.objectContaining({ order: order!.id, reason: 'Bank statement' }) as unknown,
    });
  });

  it('[REC-08] outlive the account and the organization of the buyer', async () => {
    const buyer = await shopper();
    const sold = await product();
    const [paid, closed, deleted] = await Promise.all([place(buyer, sold), place(buyer, sold), place(buyer, sold)]);
    await sql`delete from account where id = ${buyer.accountId}::uuid`.execute(world.database);
    expect((await administer(`markOrderPaid(id: "${paid.order!.id}", reason: "Seen")`)).errors).toEqual([]);
    expect(await credits(buyer)).toBe(5);
    await sql`update organization set state = 'closed' where id = ${buyer.organizationId}`.execute(world.database);
    expect((await administer(`cancelOrder(id: "${closed.order!.id}", reason: "Closed")`)).errors).toEqual([]);
    await sql`delete from organization where id = ${buyer.organizationId}`.execute(world.database);
    expect((await administer(`markOrderPaid(id: "${deleted.order!.id}", reason: "Seen")`)).errors).toEqual([]);
    expect((await stored(deleted.order!.id)).order).toMatchObject({ state: 'paid', delivered_at: null });
    expect((await administer(`refundOrder(id: "${deleted.order!.id}", reason: "Nobody is left")`)).errors).toEqual([]);
  });

  it('[REC-08] are impossible for closed organizations', async () => {
    const buyer = await shopper();
    await sql`update organization set state = 'closed' where id = ${buyer.organizationId}`.execute(world.database);
    expect(rulesOf((await place(buyer, await product())).errors)).toEqual(['closed']);
  });

  it.each([
    'update customer_order set total = 1',
    'update customer_order set organization_id = 1',
    "update customer_order set state = 'placed' where state = 'paid'",
    'delete from customer_order',
    'truncate customer_order cascade',
    'delete from customer_order_event',
  ])('[REC-08] are protected by the database against: %s', async (text) => {
    const { order } = await place(await shopper(), await product());
    await administer(`markOrderPaid(id: "${order!.id}", reason: "Seen")`);
    await expect(sql.raw(text).execute(world.database)).rejects.toMatchObject({ code: '23001' });
  });

  it('[REC-08] are visible to members and administrators only', async () => {
    const buyer = await shopper();
    const stranger = await shopper();
    const { order } = await place(buyer, await product());
    const see = (jwt: string) => ask<{ id: string } | null>(`order(id: "${order!.id}") { id }`, jwt);
    expect(await see(buyer.jwt)).toEqual({ id: order!.id });
    for (const role of ['applicant', 'recruiter', 'site_admin', 'job_editor'])
      expect(await see(await jwtOf((await person(role)).email))).toBeNull();
    expect(await see(stranger.jwt)).toBeNull();
    expect(await see(await jwtOf((await person('administrator')).email))).toEqual({ id: order!.id });
    const confirmed = await ask(`confirmPayment(id: "${order!.id}") { id }`, stranger.jwt);
    expect(confirmed).toBeNull();
  });
});

describe('orders that deliver before they are paid', () => {
  const { product, shopper, place, administer, credits, stored } = orderWorld({ deliverWhenPaid: false });

  it('[REC-08] grant credits at once, and withdraw them on cancellation', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    expect(await credits(buyer)).toBe(5);
    await administer(`cancelOrder(id: "${order!.id}", reason: "Never paid")`);
    expect(await credits(buyer)).toBe(0);
    expect((await stored(order!.id)).order.state).toBe('canceled');
  });

  it('[REC-08] grant credits once, whether before or after payment', async () => {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    await administer(`markOrderPaid(id: "${order!.id}", reason: "Seen")`);
    expect(await credits(buyer)).toBe(5);
  });
});
