import { expectSound } from '../support/sound-page';
import { expect, type Person } from './person';

const NARROW = [{ width: 320 }, { width: 390 }];

/**
 * From the price list through form and review to the order, whose page says what to do next.
 *
 * @param area region, which determines the tax in countries with provinces
 * @returns the order number
 */
export async function buy(
  person: Person,
  {
    code,
    by,
    area = '',
    isDeliveredAtOnce = false,
  }: {
    code: string;
    by: 'invoice' | 'stripe';
    area?: string;
    /** Though it is not paid. */ isDeliveredAtOnce?: boolean;
  },
): Promise<string> {
  const { page, story } = person;
  await person.goTo('/products');
  await page.locator(`[data-product="${code}"] form button`).click();
  await person.arrives('**/checkout?**');
  const form = page.locator('form[data-checkout-form]');
  const address = { countryCode: story.country, addressLine1: '12 Orchard Lane', zip: 'K1A 0A1', locality: story.town };
  for (const [name, value] of Object.entries({ ...address, administrativeArea: area }))
    if (name === 'countryCode') await form.locator(`[name="${name}"]`).selectOption(value);
    else await form.locator(`[name="${name}"]`).fill(value);
  await form.locator('[name="companyName"]').fill(`Orchard ${story.stamp}`);
  await form.locator('[name="firstName"]').fill(person.firstName);
  await form.locator('[name="lastName"]').fill(person.lastName);
  await form.locator('[name="email"]').fill(person.email);
  if (story.scripts) await expectSound(page, NARROW);
  await form.locator('button').last().click();
  await person.arrives('**step=review**');
  const order = page.locator('form[data-order-form]');
  await order.locator(`label[for="provider-${by}"]`).click();
  await order.locator('[name="terms"]').check();
  if (story.scripts) await expectSound(page, NARROW);
  await order.locator('button').last().click();
  if (by === 'stripe') {
    await person.arrives('**/pay/**');
    await page.getByRole('button', { name: 'Pay' }).click();
  }
  if (by === 'stripe' || isDeliveredAtOnce) await openFromNotice(person);
  await person.arrives('**/checkout/order?**');
  return new URL(page.url()).searchParams.get('order')!;
}

/** The buyer is redirected to the purchase, where a notice links to the order. */
async function openFromNotice({ page }: Person): Promise<void> {
  const said = page.locator('[data-message][role="status"] a[href*="order="]');
  await expect(said).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/\/(contact-credits|job\/wizard|job-manager)$/);
  await said.click();
}

/** Checks the active, available and total job slots of the only subscription. */
export async function readSlots(person: Person, [active, available, total]: readonly [number, number, number]) {
  await person.goTo('/my-products');
  const cells = person.page.locator('#subscriptions table tbody tr').first().locator('td');
  await expect(cells).toHaveText([active, available, total].map(String));
}

/** An administrator marks a received payment, from the list of orders. */
export async function markAsPaid(administrator: Person, order: string): Promise<void> {
  const { page } = administrator;
  await administrator.goTo('/admin/orders');
  await page.locator(`main a[href*="order=${order}"]`).first().click();
  await page.locator('#paid [name="paidReason"]').fill('On our account');
  await administrator.sends('#paid form', 'paid');
}

export async function refund(administrator: Person, order: string): Promise<void> {
  const { page } = administrator;
  await administrator.goTo(`/admin/order?order=${order}`);
  await page.locator('#refund [name="refundReason"]').fill('They did not need it after all');
  await administrator.sends('#refund form', 'refund');
}

/** Checks that every movement is listed with the balance after it, newest first, and the documents of the order. */
export async function readStatement(
  person: Person,
  {
    type,
    movements,
    documents,
  }: { type: string; movements: readonly (readonly [string, number])[]; documents: number },
): Promise<void> {
  const { page } = person;
  await person.goTo('/my-products');
  const tab = page.locator(`main a[href*="type=${type}"]`).first();
  if ((await tab.count()) > 0) await tab.click();
  const rows = page.locator('table:has(td[data-sign]) tbody tr');
  await expect(rows).toHaveCount(movements.length);
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].slice(-2).map((cell) => cell.textContent.trim())),
  );
  expect(shown).toEqual(movements.map(([change, balance]) => [change, String(balance)]));
  await expect(page.locator('#invoices tbody a[download]')).toHaveCount(documents);
}
