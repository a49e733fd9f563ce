import { folded } from '../../support/data/site.js';
import type { FormVisitor } from '../../support/visitors/form-visitor.js';
import { ShopWorld } from '../../support/worlds/shop-world.js';

const FORM = 'form[data-part="save"]';
const HOSTILE = '<script>alert(1)</script> & "=1+1"';

let world: ShopWorld;
let boss: FormVisitor;

beforeAll(async () => {
  world = await ShopWorld.open({
    boss: 'administrator',
    manager: 'site_admin',
    ada: 'recruiter',
    amy: 'applicant',
  });
  boss = await world.loggedIn('boss');
}, 180_000);
afterAll(() => world.close());

async function create(values: Record<string, string>) {
  return boss.send('/admin/product', FORM, { eligibility: 'everybody', renewal: 'none', ...values });
}

it('[REC-08] administrators create a product with any name, which is on sale at once', async () => {
  expect((await world.site().page('/products')).$('[data-product="pack"]').length).toBe(0);
  const made = await create({
    code: 'pack',
    'name-en': HOSTILE,
    'price-USD': '49,5',
    contactCredits: '3',
    creditDays: '90',
  });
  expect([made.status, made.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/admin\/product\?product=\d+&notice=saved#main$/),
  ]);
  const page = await boss.page(made.headers.location!.replace('#main', ''));
  expect(page('[role="status"]').text()).toContain('The product is saved.');
  expect(folded(page('h1').text())).toBe(HOSTILE);
  expect(page('#field-price-USD').attr('value')).toBe('49.50');
  expect(page('main script').length).toBe(0);
  const sold = (await world.site().page('/products')).$('[data-product="pack"]');
  expect(folded(sold.find('h4').text())).toBe(HOSTILE);
  expect(folded(sold.text())).toContain('$49.50 without tax');
  expect(folded(sold.text())).toContain('Contact 3 people · Valid for 90 days');
});

it('[REC-08] errors are shown next to their fields, and what was typed is kept', async () => {
  const answer = await create({
    code: 'No spaces please',
    'name-en': '',
    'description-en': 'Typed with care',
    'price-USD': '12',
    jobSlots: '3',
    creditDays: '5',
    renewal: 'automatic',
  });
  expect(answer.status).toBe(422);
  const { load } = await import('cheerio');
  const page = load(answer.text);
  const errors = page('[id^="field-"][id$="-error"]')
    .toArray()
    .map((each) => [each.attribs.id!.slice('field-'.length, -'-error'.length), page(each).text()])
    .filter(([, text]) => text);
  expect(Object.fromEntries(errors)).toEqual({
    code: 'Please use only lower-case letters, digits and hyphens',
    'name-en': 'Please enter a name in English',
    creditDays: 'Only credits can expire',
    subscriptionMonths: 'A subscription needs a number of months and at least one slot',
    renewal: 'Only subscriptions can renew',
  });
  expect(page('#field-code').attr('value')).toBe('No spaces please');
  expect(page('#field-description-en').text()).toBe('Typed with care');
  expect(page('#field-price-USD').attr('value')).toBe('12');
  expect(page('#field-renewal option[selected]').attr('value')).toBe('automatic');
  expect(page('[role="alert"] a[href="#field-code"]').length).toBe(1);
  const numbers = await create({ code: 'x', 'name-en': 'X', 'price-USD': 'free', topDays: '1.5' });
  const again = load(numbers.text);
  expect(again('#field-topDays-error').text()).toBe('Please enter a whole number, or leave it empty');
  expect(again('#field-price-USD-error').text()).toContain('Please enter a price from 0 to $1,000,000.00');
  const taken = load((await create({ code: 'top-14', 'name-en': 'X', topDays: '1' })).text);
  expect(taken('#field-code-error').text()).toBe('Another product already has this code');
  const nothing = load((await create({ code: 'nothing', 'name-en': 'X' })).text);
  expect(nothing('main [data-form-errors]').text()).toContain('Please say what the buyer gets');
});

it('[REC-08] a new price applies at once; the history shows when and by whom it was set', async () => {
  const list = await boss.page('/admin/products');
  const path = list('[data-product="top-14"] a').attr('href')!;
  const page = await boss.page(path);
  expect(page('#history tbody tr').length).toBe(1);
  expect(page('#history tbody').text()).toContain('came with the product');
  const values = Object.fromEntries(
    page(`${FORM} :is(input, textarea)`)
      .toArray()
      .map((each) => [each.attribs.name!, each.attribs.value ?? page(each).text()]),
  );
  const choices = { ...values, eligibility: 'everybody', renewal: 'none' };
  const saved = await boss.post(path, { ...choices, 'price-USD': '65.00' });
  expect(saved.status).toBe(303);
  // A page that was opened before knows the old price.
  const late = await boss.post(path, { ...choices, 'description-en': 'At the top' });
  expect([late.status, late.text]).toEqual([422, expect.stringContaining('Somebody has changed this product')]);
  const after = await boss.page(path);
  const [newest, before] = after('#history tbody tr')
    .toArray()
    .map((row) => folded(after(row).text()));
  expect(newest).toMatch(/bossUS\$65\.00$/);
  expect(before).toMatch(/\$59\.00$/);
  const sold = (await world.site().page('/products')).$('[data-product="top-14"]');
  expect(folded(sold.text())).toContain('$65.00 without tax');
  // Texts in languages that the form does not show are kept.
  expect(after('input[type="hidden"][name="name-de"]').attr('value')).toBe('Oben in der Liste für 14 Tage');
});

it('[REC-08] a product is retired and restored', async () => {
  const path = (await boss.page('/admin/products'))('[data-product="featured-14"] a').attr('href')!;
  const isSold = async () => (await world.site().page('/products')).$('[data-product="featured-14"]').length === 1;
  expect(await isSold()).toBe(true);
  const retired = await boss.send(path, 'form[data-part="retire"]');
  expect([retired.status, retired.headers.location]).toEqual([303, `${path}&notice=retired#main`]);
  expect(await isSold()).toBe(false);
  const list = await boss.page('/admin/products');
  expect(folded(list('section:has(#group-retired)').text())).toContain('featured-14');
  await boss.send(path, 'form[data-part="restore"]');
  expect(await isSold()).toBe(true);
});

it('[REC-08] [ROLE-01] only administrators of the site can manage them', async () => {
  const path = (await boss.page('/admin/products'))('[data-product="top-14"] a').attr('href')!;
  for (const who of ['manager', 'ada', 'amy']) {
    const visitor = await world.loggedIn(who);
    for (const each of ['/admin/products', '/admin/product', path])
      expect([who, each, (await visitor.get(each)).status]).toEqual([who, each, 403]);
    const csrfToken = (await visitor.page('/dashboard'))('[name="csrfToken"]').first().attr('value')!;
    for (const form of ['retire', 'save'])
      expect([who, form, (await visitor.post(path, { csrfToken, form })).status]).toEqual([who, form, 403]);
  }
  const anonymous = await world.site().get('/admin/products').redirects(0);
  expect([anonymous.status, anonymous.headers.location]).toEqual([302, expect.stringContaining('/user/login')]);
  const onUk = await world.loggedIn('boss', 'uk');
  expect((await onUk.get(path)).status).toBe(404);
  expect((await onUk.page('/admin/products'))('[data-product]').length).toBe(3);
});

it('[REC-08] a site that sells nothing begins with an empty list, in its language', async () => {
  const europe = await world.loggedIn('boss', 'europe', '/de');
  const page = await europe.page('/de/admin/products');
  expect(folded(page('main').text())).toContain('Diese Website verkauft noch nichts.');
  const form = await europe.page('/de/admin/product');
  expect(form('#field-name-en, #field-name-de, #field-name-fr').length).toBe(3);
  expect(form('label[for="field-price-EUR"]').text()).toBe('Preis in EUR');
});
