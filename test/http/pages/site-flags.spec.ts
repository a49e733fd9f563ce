import { DEMO_PASSWORD, startProduct } from '../../support/products.mjs';
import { Visitor } from '../../support/visitors/visitor.js';
import { SiteUnderTest } from '../../support/data/site.js';

const PATIENCE = 120_000;
const MAINTENANCE = 'Login is blocked temporarily while the site is in maintenance mode.';

const start = (SITE_FLAGS: string) =>
  startProduct({
    DATA_DIR: process.env.TEST_DATA_DIR!,
    BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    SITE_FLAGS,
  });

async function jobPath(site: SiteUnderTest): Promise<string> {
  const page = await site.page('/jobs');
  return page.$('[data-region="results"] h2 a[href*="/job/"]').first().attr('href')!.split('?')[0]!;
}

describe('features switched by the environment', () => {
  it(
    '[SITE-04] [SEARCH-11] shows a place for an advertisement after every fifth result, which asks for consent; searches without words, or without a place',
    async () => {
      const product = await start('default.adTeasers=on,charity-ca.keywordSearch=off,europe.geoSearch=off');
      try {
        const results = (await new SiteUnderTest(product.url).page('/jobs')).$('[data-region="results"] > ol > li');
        const isPlace = results.map((_index, item) => item.attribs['data-ad-place'] !== undefined).get();
        expect(isPlace.map((is, index) => (is ? index : -1)).filter((index) => index >= 0)).toEqual([5, 11]);
        expect(results.eq(5).text()).toContain('only with your consent');
        const boxes = async (name: 'charity-ca' | 'europe', path: string) => {
          const page = await new SiteUnderTest(product.url, name).page(path);
          return ['search', 'geo_location'].filter((box) => page.$(`[role="search"] input[name="${box}"]`).length > 0);
        };
        expect(await boxes('charity-ca', '/jobs')).toEqual(['geo_location']);
        expect(await boxes('europe', '/de/jobs')).toEqual(['search']);
      } finally {
        await product.stop();
      }
    },
    PATIENCE,
  );

  it(
    '[SITE-04] [AUTH-15] shows everything and changes nothing in maintenance, only on that site',
    async () => {
      const product = await start('default.readOnly=on,charity-ca.forcedRegistration=on');
      try {
        const site = new SiteUnderTest(product.url);
        const charity = new SiteUnderTest(product.url, 'charity-ca');
        const jobs = await site.page('/jobs');
        expect([jobs.status, jobs.texts('[data-maintenance]')[0]]).toEqual([
          200,
          'This site is in maintenance mode: you can read everything, but you can’t change or send anything right now.',
        ]);
        const login = { operationName: 'JwtToken', variables: { email: 'a@b.example', password: 'x' } };
        const refused = await site.post('/graphql').send(login);
        expect(refused.body).toEqual({ errors: [{ message: MAINTENANCE, extensions: { code: 'READ_ONLY' } }] });
        const reset = { operationName: 'RequestPasswordReset', variables: { email: 'a@b.example' } };
        expect((await site.post('/graphql').send(reset)).body).toMatchObject({
          errors: [{ extensions: { code: 'READ_ONLY' } }],
        });
        const loginPage = await site.page('/user/login');
        expect(loginPage.texts('main').join(' ')).toContain(MAINTENANCE);
        expect(loginPage.$('input[type="password"]').length).toBe(0);

        const closed = jobs.$('header [role="link"][aria-disabled="true"]');
        expect(closed.map((_index, link) => jobs.$(link).attr('title')).get()).toEqual([MAINTENANCE, MAINTENANCE]);
        expect(jobs.$('a[href*="/user/login"], a[href*="/user/register"]').length).toBe(0);
        const registration = await site.page('/user/register/applicant');
        expect([registration.$('main form').length, registration.$('main a[href*="/user/login"]').length]).toEqual([
          0, 0,
        ]);

        expect((await charity.page('/jobs')).$('[data-maintenance]').length).toBe(0);
        expect((await charity.post('/graphql').send(login)).body).toHaveProperty('data.JwtToken.jwt', null);

        const list = await charity.page('/jobs');
        const paths = list
          .$('[data-region="results"] h2 a')
          .map((_index, link) => list.$(link).attr('href')!.split('?')[0]!);
        const closedForms: number[] = [];
        // Some jobs accept applications elsewhere.
        for (const path of paths.get())
          closedForms.push(
            (await charity.page(path)).$(`a[href="/user/login?destination=${encodeURIComponent(path)}"]`).length,
          );
        expect(closedForms).toContain(1);
        const open = await site.page(await jobPath(site));
        expect(open.$('a[href*="destination=%2Fjob"]').length).toBe(0);
      } finally {
        await product.stop();
      }
    },
    PATIENCE,
  );

  it(
    '[SITE-04] [AUTH-10] in maintenance people can still log out',
    async () => {
      const product = await start('default.readOnly=on');
      try {
        for (const logOut of [
          (visitor: Visitor) => visitor.fetch('/user/logout'),
          (visitor: Visitor) => visitor.send('/api/auth/signout', {}),
        ]) {
          const before = new Visitor(process.env.TEST_EMBEDDED!);
          await before.logIn('applicant@demo.causeboard.test', DEMO_PASSWORD);
          const visitor = new Visitor(product.url);
          for (const [name, value] of before.cookies) visitor.cookies.set(name, value);
          expect(await visitor.session()).toHaveProperty('user');
          await logOut(visitor);
          // The session itself has ended, not only this browser's cookie.
          expect(await before.session()).toEqual({});
        }
      } finally {
        await product.stop();
      }
    },
    PATIENCE,
  );

  it(
    '[SITE-04] [AUTH-17] requires proof of work at registration if the site has this flag',
    async () => {
      const site = new SiteUnderTest(process.env.TEST_EMBEDDED!);
      const charity = new SiteUnderTest(process.env.TEST_EMBEDDED!, 'charity-ca');
      const captcha = async (of: SiteUnderTest) =>
        (await of.page('/user/register/applicant')).$('form [data-island="captcha"] input[name="captcha"]').length;
      expect([await captcha(charity), await captcha(site)]).toEqual([1, 0]);
    },
    PATIENCE,
  );

  it(
    '[SITE-04] [ROUTE-02] without resumes there are no pages about them, and no links to any',
    async () => {
      const product = await start('default.resume=off');
      try {
        const site = new SiteUnderTest(product.url);
        for (const path of ['/resume', '/resume/edit', '/resume-alert/edit/7']) {
          const moved = await site.get(path);
          expect([path, moved.status, moved.headers.location]).toEqual([path, 301, '/404']);
        }
        const visitor = new Visitor(product.url);
        await visitor.logIn('recruiter@demo.causeboard.test', DEMO_PASSWORD);
        for (const page of [await site.get('/resumes'), await site.get('/404')]) expect(page.status).toBe(404);
        expect((await visitor.fetch('/resumes')).status).toBe(404);
        const dashboard = await (await visitor.fetch('/dashboard')).text();
        expect(dashboard).toContain('Robin');
        expect(dashboard).not.toContain('href="/resume');
      } finally {
        await product.stop();
      }
    },
    PATIENCE,
  );

  it(
    '[SITE-04] names unknown flags and sites',
    async () => {
      await expect(start('default.nonsense=on')).rejects.toThrow(
        /SITE_FLAGS: there is no feature "nonsense"; there are: applicant, /,
      );
      await expect(start('elsewhere.readOnly=on')).rejects.toThrow(/SITE_FLAGS: no site "elsewhere" is served/);
      await expect(start('readOnly')).rejects.toThrow(/SITE_FLAGS: "readOnly" is not of the form site\.feature=on/);
    },
    PATIENCE,
  );
});
