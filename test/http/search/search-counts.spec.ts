import { randomUUID } from 'node:crypto';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';
import { waitFor } from '../../support/wait-for.js';

const PAGE = '/admin/searches';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** A word that no other test searches for. */
const ownWord = (): string =>
  randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(8, 'q');

describe.each(PRODUCTS)('counts of searches, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const search = (words: string, headers: Record<string, string> = {}, more = '') =>
    site.get(`/jobs?search=${encodeURIComponent(words)}${more}`).set({ 'user-agent': BROWSER, ...headers });

  it('administrators see search texts, including searches answered by the page cache, but not those of robots or repetitions', async () => {
    const [found, nothing, formula, rare, personal] = [
      `nurse -${ownWord()}`,
      ownWord(),
      `=${ownWord()}`,
      ownWord(),
      `${ownWord()}@charity.test`,
    ];
    const etag = (await search(found)).headers.etag as string;
    for (let each = 1; each < 6; each += 1) await search(found);
    for (let each = 0; each < 5; each += 1) {
      await search(found, { 'user-agent': ROBOT });
      await search(found, { 'sec-purpose': 'prefetch' });
      await search(found, { 'if-none-match': etag });
      await search(found, {}, '&page=2');
      await search(found, {}, `&jobId=${each + 1}`);
      await search(found, { referer: `${url}/jobs?search=${encodeURIComponent(found)}` }, '&sorting=publish_date_desc');
      await search(found, { 'cache-control': 'max-age=0' });
      await search(nothing.toUpperCase(), {}, `&pay=${each + 1}`);
      await search(formula);
      await search(personal);
    }
    await search(rare);
    const admin = await FormVisitor.loggedIn(site, 'admin');
    const page = async () => admin.page(`${PAGE}?weeks=1`);
    const numbersOf = async (panel: string, words: string): Promise<string[]> => {
      const $ = await page();
      const line = $(`#${panel} tbody tr`)
        .toArray()
        .find((tr) => folded($(tr).find('th').text()) === words);
      return line
        ? $(line)
            .find('td')
            .toArray()
            .map((td) => folded($(td).text()))
        : [];
    };
    // Searches are written in the order in which they were counted, possibly in several parts.
    const isWritten = async () => (await numbersOf('without-results', formula))[0] === '5';
    await waitFor('the searches to be written', isWritten, 30_000);
    expect(await numbersOf('frequent', found)).toEqual(['6', '0']);
    expect(await numbersOf('without-results', found)).toEqual([]);
    expect(await numbersOf('without-results', nothing)).toEqual(['5', '5']);
    expect(await numbersOf('frequent', rare)).toEqual([]);
    expect((await page()).html()).not.toContain(personal);
    const file = await admin.get(`${PAGE}.csv?weeks=1`);
    expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'private, no-store',
    ]);
    expect(file.text).toContain(`\r\n'${formula},5,5\r\n`);
    expect((await admin.get(`${PAGE}.csv?weeks=26&language=en`)).text).toContain(`\r\n'${formula},5,5\r\n`);
    for (const wrong of ['weeks=3', 'language=xx']) {
      const refused = await admin.get(`${PAGE}.csv?${wrong}`);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(wrong.split('=')[0]!)]);
    }
  }, 60_000);

  it('[ROLE-02] are only for administrators', async () => {
    expect((await site.get(PAGE).redirects(0)).status).toBe(302);
    const file = await site.get(`${PAGE}.csv`).redirects(0);
    expect([file.status, file.headers.location]).toEqual([
      302,
      `/user/login?destination=${PAGE}&error=SessionRequired`,
    ]);
    for (const name of ['editor', 'recruiter', 'applicant'] as const) {
      const visitor = await FormVisitor.loggedIn(site, name);
      const statuses = [(await visitor.get(PAGE)).status, (await visitor.get(`${PAGE}.csv`)).status];
      expect([name, ...statuses]).toEqual([name, 403, 404]);
    }
  });
});
