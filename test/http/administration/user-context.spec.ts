import type * as cheerio from 'cheerio';
import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

/** Pages of recruiters that need their organizations, and whether they show the credits that can be spent. */
const PAGES: readonly [path: string, showsBalance: boolean][] = [
  ['/dashboard', true],
  ['/job-manager', true],
  ['/job/wizard', true],
  ['/user/organization', true],
  ['/user/settings', false],
];

interface Context {
  currentOrganizationProfile: { id: string } | null;
  updatableOrganizationProfiles: { id: string }[];
  credits: { data: { amount: number }[]; loading: boolean; error: unknown };
  subscriptions: { data: object[]; loading: boolean; error: unknown; total: number };
}

const contextOf = (page: cheerio.CheerioAPI): Context =>
  (JSON.parse(page('#island-page').text()) as { user: Context }).user;

describe.each(PRODUCTS)('the user context of pages, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it.each(PAGES)('[AUTH-19] contains what %s needs', async (path, showsBalance) => {
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const page = await recruiter.page(path);
    const context = contextOf(page);
    const own = context.updatableOrganizationProfiles.map(({ id }) => id);
    expect(own).toContain(context.currentOrganizationProfile?.id);
    const { credits, subscriptions } = context;
    expect([credits.error, subscriptions.error]).toEqual([null, null]);
    expect([credits.loading, subscriptions.loading]).toEqual([!showsBalance, !showsBalance]);
    if (!showsBalance) return;
    expect(credits.data.length).toBeGreaterThan(0);
    expect(subscriptions.total).toBeGreaterThan(0);
    // The page shows it without scripts as well.
    const shown = page('#balance dd, #credits dd')
      .map((_index, element) => page(element).text())
      .get();
    expect(shown).toEqual(expect.arrayContaining(credits.data.map(({ amount }) => String(amount))));
  });

  it('[ROLE-04] contains no balances for applicants and administration, even on pages of recruiters', async () => {
    for (const [name, path] of [
      ['applicant', '/dashboard'],
      ['admin', '/dashboard'],
      ['editor', '/job/wizard'],
    ] as const) {
      const visitor = await FormVisitor.loggedIn(site, name);
      const answer = await visitor.get(path);
      expect([name, /id="(balance|credits|subscriptions)"/.test(answer.text)]).toEqual([name, false]);
      expect(answer.text).not.toContain('"loading":true');
    }
  });
});
