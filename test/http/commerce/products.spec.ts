import { PRODUCTS, type SiteName, SiteUnderTest } from '../../support/data/site.js';

interface Sold {
  /** Texts in the section of credits and in that of subscriptions. */
  credits: string[];
  subscriptions: string[];
  /** Price of one product. */
  price: [code: string, text: string];
  /** Text about the price of publishing a job. */
  policy: string;
}

const SITES: [SiteName, Sold][] = [
  [
    'charity-ca',
    {
      credits: ['job-credits-1', 'job-credits-5', 'contact-credits-5', 'contact-credits-20'],
      subscriptions: [],
      price: ['job-credits-5', '$499.00 without tax $99.80 per job'],
      policy: 'Publishing a job costs one job credit.',
    },
  ],
  [
    'uk',
    {
      credits: ['top-14'],
      subscriptions: ['slots-5', 'slots-20'],
      price: ['slots-20', '£1,800.00 without tax'],
      policy:
        'If your organisation has a subscription, a job takes one of its free job slots until it ends, and is featured meanwhile.',
    },
  ],
  [
    'default',
    {
      credits: ['contact-credits-5', 'contact-credits-20', 'featured-14', 'top-14'],
      subscriptions: [],
      price: ['contact-credits-20', 'US$149.00 without tax US$7.45 per contact'],
      policy: 'Posting a job costs nothing here.',
    },
  ],
];

describe.each(PRODUCTS)('what a site sells, %s', (_name, url) => {
  it.each(SITES)('[REC-08] %s: credits and subscriptions with their prices, and what is free', async (name, sold) => {
    const page = await new SiteUnderTest(url, name).page('/products');
    expect([page.status, page.texts('main h1')]).toEqual([200, ['Products and prices']]);
    const codesIn = (section: string) =>
      page
        .$(`main #${section} [data-product]`)
        .map((_index, each) => each.attribs['data-product'])
        .get()
        // Leaves out products that other tests create and retire.
        .filter((code) => !code.startsWith('made-'));
    expect(codesIn('row-4')).toEqual(sold.credits);
    expect(codesIn('row-6')).toEqual(sold.subscriptions);
    const [code, price] = sold.price;
    expect(page.texts(`[data-product="${code}"] p:has(> strong)`)).toEqual([price]);
    expect(page.texts('main section:has(> div > #free-title)')[0]).toContain(sold.policy);
    expect(page.$('main').text()).toContain('All prices are without tax.');
    expect(page.$('main a[href="/contact"]').length).toBeGreaterThan(0);
    expect(page.$('meta[name="robots"]').length).toBe(0);
  });

  it('[REC-08] each product is bought by a form that works without scripts', async () => {
    const { $ } = await new SiteUnderTest(url, 'charity-ca').page('/products');
    const form = $('[data-product="job-credits-5"] form');
    expect([form.attr('action'), form.attr('method')]).toEqual(['/checkout', undefined]);
    expect(form.find('[name="product"]').attr('value')).toBe('job-credits-5');
    expect(form.find('[name="quantity"]').attr()).toMatchObject({ type: 'number', value: '1', min: '1' });
    const names = $('main form button').map((_index, button) => $(button).attr('aria-label'));
    expect(new Set(names.get()).size).toBe(names.length);
  });

  it('[REC-08] says in words what a product contains, for how long, and what happens afterwards', async () => {
    const canada = await new SiteUnderTest(url, 'charity-ca').page('/products');
    const facts = (page: typeof canada, code: string) => page.texts(`[data-product="${code}"]`)[0];
    expect(facts(canada, 'job-credits-1')).toContain('Publish one job · Valid for 365 days');
    expect(facts(canada, 'contact-credits-5')).toContain('Contact 5 people · Valid for 365 days');
    const slots = facts(await new SiteUnderTest(url, 'uk').page('/products'), 'slots-5');
    expect(slots).toContain('5 featured jobs at the same time');
    expect(slots).toContain('In contact with 10 people at the same time');
    expect(slots).toContain('Runs for 12 months · Renews for the same time until you cancel');
  });

  it('[REC-08] on sites without self-service, the page leads to the contact form', async () => {
    const europe = new SiteUnderTest(url, 'europe');
    for (const [path, contact] of [
      ['/en/products', '/en/contact'],
      ['/de/products', '/de/kontakt'],
      ['/fr/products', '/fr/contact'],
    ] as const) {
      const answer = await europe.get(path).redirects(0);
      expect([path, answer.status, answer.headers.location]).toEqual([path, 302, contact]);
    }
  });

  it('[REC-08] [ROUTE-11] is in the sitemap and in the footer of sites that sell something', async () => {
    const listed = async (name: SiteName, home = '') => {
      const site = new SiteUnderTest(url, name);
      const { text } = await site.get(`${home}/pages/sitemap.xml`);
      const page = await site.page(home || '/');
      return [text.includes('/products<'), page.$(`footer a[href="${home}/products"]`).length > 0];
    };
    expect(await listed('charity-ca')).toEqual([true, true]);
    expect(await listed('europe', '/de')).toEqual([false, false]);
  });
});
