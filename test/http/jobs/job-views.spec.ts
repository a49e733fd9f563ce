import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';
import { waitFor } from '../../support/wait-for.js';

const DOT = 'img[data-view-dot]';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe.each(PRODUCTS)('views of jobs, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('[REC-03] an employer sees how often a job was viewed: without cookies, and without counting robots or prefetching', async () => {
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const list = (await recruiter.page('/applications'))('main ul a[href*="/applications/"]').first();
    const id = list.attr('href')!.split('/').at(-1)!;
    const path = (await recruiter.page(list.attr('href')!))('main a[href*="/job/"]').first().attr('href')!;
    const title = folded(list.text());
    const shown = async (): Promise<number> => {
      const page = await recruiter.page(`/job-manager?search=${encodeURIComponent(title)}`);
      return Number(/(\d+) views?/.exec(folded(page(`[data-job="${id}"] [data-views]`).text()))![1]);
    };
    const before = await shown();
    const page = await site.page(path);
    const dot = page.$(DOT).attr('src')!;
    expect(dot).toBe(`/job-views/${id}.gif`);
    const get = (agent: string, headers: Record<string, string> = {}) =>
      site.get(dot).set({ 'user-agent': agent, ...headers });
    for (let each = 0; each < 3; each += 1) {
      const { status, headers } = await get(BROWSER);
      expect([status, headers['content-type'], headers['cache-control'], headers['set-cookie']]).toEqual([
        200,
        'image/gif',
        'no-store',
        undefined,
      ]);
    }
    expect((await get('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).status).toBe(200);
    expect((await get(BROWSER, { 'sec-purpose': 'prefetch;prerender' })).status).toBe(200);
    expect((await site.get('/job-views/none.gif').set('user-agent', BROWSER)).status).toBe(200);
    await waitFor('the views to be written', async () => (await shown()) === before + 3, 20_000);
    // Views by source: only pages that were requested and seen are counted.
    const source = async (name: string): Promise<number> => {
      const row = (await recruiter.page(`/applications/${id}`))(
        `#numbers [data-source="${name}"] [data-count="views"]`,
      );
      return Number(row.text() || 0);
    };
    const was = await source('mail');
    await site.get(`${path}?utm_source=job-alert&utm_medium=email`).set('user-agent', BROWSER);
    await get(BROWSER);
    await waitFor('the way to be written', async () => (await source('mail')) === was + 1, 20_000);
    const started = async (): Promise<number> =>
      Number(folded((await recruiter.page(`/applications/${id}`))('#numbers [data-number="started"] dd').text()) || 0);
    const startedBefore = await started();
    const apply = await site.page(path.replace('/job/', '/apply/'));
    await site.get(apply.$('img[data-start-dot]').attr('src')!).set('user-agent', BROWSER);
    await waitFor('the start to be written', async () => (await started()) === startedBefore + 1, 20_000);
    // A job that is shown next to the list counts as viewed; one that is only listed does not.
    expect((await site.page(`/jobs?jobId=${id}`)).$(DOT).attr('src')).toBe(dot);
    expect((await site.page('/jobs')).$(DOT).length).toBe(0);
    expect((await recruiter.page(`/job/wizard?job=${id}&step=preview`))(DOT).length).toBe(0);
  }, 120_000);
});
