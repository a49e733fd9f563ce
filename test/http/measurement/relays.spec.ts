import fc from 'fast-check';
import { RELAYED_EVENTS } from '#contract/measurement/events.js';
import { HOSTS } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { waitFor } from '../../support/wait-for.js';
import { ACCESS_TOKEN, API_SECRET, CONSENT, consentTo, RelayWorld } from '../../support/worlds/relay-world.js';

let world: RelayWorld;
beforeAll(async () => {
  world = await RelayWorld.start();
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  world.google.captured.length = 0;
  world.meta.captured.length = 0;
});

const measured = (count: number) => waitFor(`${count} for Google`, () => world.measured.length >= count, 15_000);
const converted = (count: number) => waitFor(`${count} for Meta`, () => world.converted.length >= count, 15_000);

const WITH_ENTITY = [
  'job_visit',
  'job_edit',
  'job_bookmark',
  'job_search',
  'view_original_ad_btn_click',
  'job_apply_start',
  'job_apply_complete',
  'job_alert_prompt',
  'orgprofile_visit',
];

/** Events that sites relay to Meta by default, with Meta's names. */
const CONVERSIONS: Readonly<Record<string, string>> = {
  sign_up: 'CompleteRegistration',
  job_search: 'Search',
  job_visit: 'ViewContent',
  job_bookmark: 'AddToWishlist',
  job_apply_start: 'job_apply_start',
  job_apply_complete: 'SubmitApplication',
};

describe('the relay for Google', () => {
  it('[TRACK-02] relays each event once, with value, server flag and frontend; entity_id only for events that have one', async () => {
    for (const key of RELAYED_EVENTS) {
      const answer = await world.measure(`ss_${key}`, { entity_id: '12' });
      expect([key, answer.status, answer.body]).toEqual([
        key,
        202,
        { accepted: true, id: expect.stringMatching(/^[\da-f-]{36}$/) as string },
      ]);
    }
    await measured(RELAYED_EVENTS.length);
    const names = world.measured.map(({ name }) => name.slice(3));
    expect(names.sort()).toEqual([...RELAYED_EVENTS].sort());
    for (const { name, params } of world.measured) {
      const entity = WITH_ENTITY.includes(name.slice(3)) ? { entity_id: '12' } : {};
      expect(params).toEqual({
        ...entity,
        value: 1,
        server: 1,
        frontend: 'default',
        session_id: expect.stringMatching(/^\d+$/) as string,
        engagement_time_msec: expect.any(Number) as number,
      });
    }
    expect(world.google.captured[0]!.path).toBe(`/mp/collect?measurement_id=G-TEST1234&api_secret=${API_SECRET}`);
  });

  it('[TRACK-02] relays no personal data', async () => {
    await world.measure(
      'ss_job_search',
      {
        value: 3,
        user_name: 'Jane',
        mySessionKey: 'x',
        OWNER: 'x',
        page_referrer: 'x',
        session_id: 'forged',
        search_term: 'cook jane@example.org 192.0.2.1',
        page_location: 'https://jobs.example/user/verify?token=abcdef',
        server: 0,
        frontend: 'forged',
      },
      { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Mozilla/5.0 (X11) Firefox/145.0' },
    );
    await measured(1);
    const { session_id: session, ...params } = world.measured[0]!.params;
    expect(params).toEqual({
      value: 3,
      search_term: 'cook [email] [ip]',
      page_location: 'https://jobs.example/user',
      server: 1,
      frontend: 'default',
      engagement_time_msec: 100,
    });
    expect(session).not.toBe('forged');
    expect(JSON.stringify(world.google.bodies)).not.toMatch(/203\.0\.113\.7|Firefox|jane@|abcdef/i);
  });

  it('[TRACK-02] identifies the browser like Google’s tag, or else by a cookie that is set only after consent', async () => {
    const tag = '_ga=GA1.1.111.222; _ga_TEST1234=GS2.1.s1700000000$o1$g0';
    expect((await world.measure('ss_login', {}, { cookie: `${CONSENT}; ${tag}` })).setCookie).toEqual([]);
    const [cookie = ''] = (await world.measure('ss_login', {})).setCookie;
    expect(cookie).toMatch(
      /^causeboard-measured=\d+\.\d+\.\d+\.\d+; Max-Age=34128000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    await world.measure('ss_login', {}, { cookie: `${CONSENT}; ${cookie.split(';')[0]!}` });
    await measured(3);
    const [own, other] = cookie.slice('causeboard-measured='.length).split('.');
    expect(world.google.bodies.map(({ client_id: id, events }) => [id, events.length]).sort()).toEqual(
      [
        ['111.222', 1],
        [`${own!}.${other!}`, 2],
      ].sort(),
    );
    expect((await world.measure('ss_login', {}, { cookie: '' })).setCookie).toEqual([]);
  });
});

describe.each(Object.entries(HOSTS))('on the site %s', (site, host) => {
  it('[TRACK-02] [TRACK-03] all eleven events arrive at Google, and conversions at Meta, each once and with one id', async () => {
    expect(RELAYED_EVENTS).toHaveLength(11);
    const ids = new Map<string, unknown>();
    for (const key of RELAYED_EVENTS) {
      expect((await world.measure(`ss_${key}`, {}, { host })).status).toBe(202);
      const { status, body } = await world.convert(key, {}, { host });
      expect([key, status]).toEqual([key, CONVERSIONS[key] ? 202 : 422]);
      if (status === 202) ids.set(CONVERSIONS[key]!, body.id);
    }
    await measured(RELAYED_EVENTS.length);
    await converted(ids.size);
    const names = world.measured.map(({ name, params }) => `${name} ${String(params.frontend)}`);
    expect(names.sort()).toEqual(RELAYED_EVENTS.map((key) => `ss_${key} ${site}`).sort());
    expect(new Map(world.converted.map(({ event_name: name, event_id: id }) => [name, id]))).toEqual(ids);
    expect(world.converted).toHaveLength(ids.size);
  });
});

describe('the relay for Meta', () => {
  it('[TRACK-03] relays an enabled event, with the token in the body and never in an address or log', async () => {
    const answer = await world.convert(
      'job_apply_complete',
      { content_ids: ['12'], entity_id: '12', user: 'x' },
      {
        referer: `${world.product.url}/jobs?search=jane@example.org`,
        'user-agent': 'Mozilla/5.0 (X11) Firefox/145.0',
      },
    );
    expect(answer).toMatchObject({ status: 202, body: { accepted: true } });
    await converted(1);
    expect(world.meta.captured[0]).toEqual({
      path: '/v25.0/123456789/events',
      body: {
        access_token: ACCESS_TOKEN,
        data: [
          {
            event_name: 'SubmitApplication',
            event_id: answer.body.id,
            event_time: expect.any(Number) as number,
            action_source: 'website',
            event_source_url: `${world.product.url}/jobs`,
            user_data: { client_user_agent: 'Mozilla/5.0 (X11) Firefox/145.0' },
            custom_data: { content_ids: ['12'], entity_id: '12', value: 1 },
          },
        ],
      },
    });
    expect(world.product.output).not.toContain(ACCESS_TOKEN);
  });

  it('[TRACK-03] is told only the area of a page about a person, whatever its name in the language of the page', async () => {
    const area = `http://${HOSTS.europe}/de/bewerbung`;
    const referer = `${area}/6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a`;
    const { body } = await world.convert('job_visit', {}, { referer, host: HOSTS.europe });
    expect(body).toMatchObject({ accepted: true });
    await converted(1);
    expect(world.converted[0]).toMatchObject({ event_source_url: area });
  });

  it('[TRACK-03] refuses events that are unknown or not relayed by the site', async () => {
    for (const [name, rule] of [
      ['job_edit', 'enabled-event'],
      ['page_view', 'known-event'],
      ['toString', 'matches'],
    ] as const)
      expect(await world.convert(name, {})).toMatchObject({
        type: expect.stringContaining('application/problem+json') as string,
        body: { field: 'event_name', rule },
      });
  });
});

describe('consent', () => {
  it('[CONSENT-02] [TRACK-02] [TRACK-03] is checked on the server: without it nothing is relayed', async () => {
    for (const cookie of ['', 'klaro=%7B%22google-analytics%22%3Afalse%7D', consentTo('youtube', 'maps'), 'klaro=%%%'])
      for (const send of [world.measure('ss_login', {}, { cookie }), world.convert('sign_up', {}, { cookie })])
        expect(await send).toMatchObject({ status: 202, body: { accepted: true, suppressed: 'consent' } });
    expect((await world.convert('sign_up', {}, { 'sec-gpc': '1' })).body.suppressed).toBe('consent');
    expect((await world.measure('ss_login', {}, { 'sec-gpc': '1' })).body.suppressed).toBeUndefined();
    await measured(1);
    expect([world.measured.length, world.converted.length]).toEqual([1, 0]);
  });
});

describe('a visitor', () => {
  it('[CONSENT-02] [TRACK-02] [TRACK-03] is asked for the consent that relays need, and withdrawing it stops them with the next event', async () => {
    const decide = async (cookie: string, choices: object): Promise<string> => {
      const answer = await world.post('/api/consent', { choices }, { cookie });
      expect(answer.status).toBe(200);
      return answer.setCookie.find((line) => line.startsWith('klaro='))!.split(';')[0]!;
    };
    const page = await (await fetch(`${world.product.url}/contact`)).text();
    expect(page).toContain('data-consent-banner');
    const agreed = await decide('', { 'google-analytics': true, 'meta-pixel': true });
    const suppressed = async (cookie: string) =>
      [await world.measure('ss_login', {}, { cookie }), await world.convert('sign_up', {}, { cookie })].map(
        ({ body }) => body.suppressed,
      );
    expect(await suppressed(agreed)).toEqual([undefined, undefined]);
    await measured(1);
    await converted(1);
    const revoked = await decide(agreed, { 'google-analytics': false, 'meta-pixel': false });
    expect(await suppressed(revoked)).toEqual(['consent', 'consent']);
    expect([world.measured.length, world.converted.length]).toEqual([1, 1]);
  });

  it.each(['with', 'without'])(
    '[CONSENT-02] [TRACK-02] who withdraws consent %s scripts keeps no cookie that identifies the browser to Google',
    async (scripts) => {
      const visitor = new FormVisitor(new SiteUnderTest(world.product.url));
      const decide = (isAllowed: boolean) =>
        visitor.postJson('/api/consent', { choices: { 'google-analytics': isAllowed } });
      await decide(true);
      const agent = { 'user-agent': 'Mozilla/5.0 (X11) Firefox/145.0' };
      await visitor.postJson('/api/gmapi', { event: 'ss_login', params: {} }, agent);
      await decide(true);
      expect(visitor.has('causeboard-measured')).toBe(true);
      if (scripts === 'with') await decide(false);
      else await visitor.send('/consent', '[data-services-form]', { choice: 'none' });
      expect([visitor.has('causeboard-measured'), visitor.has('klaro')]).toEqual([false, true]);
      await measured(1);
    },
  );
});

describe('[TRACK-04] requests', () => {
  it.each([
    ['{"event":"ss_login"', 400, 'body', 'json'],
    ['[]', 400, 'event', ''],
    ['"text"', 400, 'event', ''],
    [{ params: {} }, 400, 'event', ''],
    [{ event: 'login', params: {} }, 400, 'event', 'matches'],
    [{ event: 7, params: {} }, 400, 'event', ''],
    [{ event: 'ss_unknown', params: {} }, 422, 'event', 'known-event'],
    [{ event: 'ss_login', params: [] }, 400, 'params', 'isObject'],
    [{ event: 'ss_login', params: {}, more: 1 }, 400, 'more', 'whitelistValidation'],
    [{ event: 'ss_login', params: { a: { b: 1 } } }, 400, 'params.a', 'type'],
    [{ event: 'ss_login', params: { a: 'x'.repeat(101) } }, 400, 'params.a', 'max-length'],
    [{ event: 'ss_login', params: { a: 'x'.repeat(1_000_000) } }, 413, 'body', 'size'],
    [
      { event: 'ss_login', params: Object.fromEntries(Array.from({ length: 30 }, (_n, at) => [`p${at}`, 1])) },
      400,
      'params',
      'max-parameters',
    ],
    [
      { event: 'ss_login', params: Object.fromEntries(Array.from({ length: 10_000 }, (_n, at) => [`p${at}`, 1])) },
      413,
      'body',
      'size',
    ],
    [{ event: 'ss_login', params: {}, event_id: 'mine' }, 400, 'event_id', 'isUuid'],
  ])('that are invalid are refused with the field and the rule: case %#', async (body, status, field, rule) => {
    const answer = await world.post('/api/gmapi', body, { cookie: CONSENT });
    expect([answer.status, answer.type.split(';')[0], answer.body.field]).toEqual([
      status,
      'application/problem+json',
      field,
    ]);
    expect(answer.body).toMatchObject({
      status,
      detail: expect.any(String) as string,
      requestId: expect.any(String) as string,
    });
    if (rule) expect(answer.body.rule).toBe(rule);
    expect(world.measured).toEqual([]);
  });

  it('from other sites and of other content types are refused', async () => {
    const other = await world.measure('ss_login', {}, { origin: 'https://evil.example' });
    expect([other.status, other.body.rule]).toEqual([403, 'same-origin']);
    const text = await world.post('/api/gmapi', 'event=ss_login', { 'content-type': 'text/plain' });
    expect([text.status, text.body.field]).toEqual([415, 'content-type']);
  });

  it('are rate-limited by client address', async () => {
    const flood = await Promise.all(
      Array.from({ length: 320 }, () =>
        world.measure('ss_login', {}, { cookie: '', 'x-forwarded-for': '198.51.100.1' }),
      ),
    );
    const refused = flood.filter(({ status }) => status === 429);
    expect(refused.length).toBe(20);
    expect(refused[0]).toMatchObject({ body: { field: 'request', rule: 'rate-limit' } });
    expect((await world.measure('ss_login', {}, { cookie: '' })).status).toBe(202);
  });

  it('that are sent twice with one id are relayed once', async () => {
    const id = '6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a';
    const body = { event: 'ss_job_visit', params: { entity_id: '1' }, event_id: id };
    for (let each = 0; each < 3; each += 1)
      expect((await world.post('/api/gmapi', body, { cookie: CONSENT })).body).toEqual({ accepted: true, id });
    await world.measure('ss_login', {});
    await measured(2);
    expect(world.measured.map(({ name }) => name).sort()).toEqual(['ss_job_visit', 'ss_login']);
  });

  it.each([
    [{ event_name: 'job_visit' }, 400, 'custom_data', 'isObject'],
    [{ event_name: 'job_visit', custom_data: { a: [{}] } }, 400, 'custom_data.a', 'type'],
    [
      { event_name: 'job_visit', custom_data: { a: Array.from({ length: 21 }, () => 1) } },
      400,
      'custom_data.a',
      'max-items',
    ],
    [{ event_name: 'job_visit', custom_data: { a: 'x'.repeat(1_000_000) } }, 413, 'body', 'size'],
    [
      {
        event_name: 'job_visit',
        custom_data: Object.fromEntries(Array.from({ length: 10_000 }, (_n, at) => [`p${at}`, 1])),
      },
      413,
      'body',
      'size',
    ],
    [{ event_name: 'purchase', custom_data: {} }, 422, 'event_name', 'known-event'],
  ])('for Meta that are invalid are refused in the same way: case %#', async (body, status, field, rule) => {
    const answer = await world.post('/api/conversionapi', body, { cookie: CONSENT });
    expect([answer.status, answer.type.split(';')[0], answer.body.field, answer.body.rule]).toEqual([
      status,
      'application/problem+json',
      field,
      rule,
    ]);
    expect(world.converted).toEqual([]);
  });

  it.each([
    ['/api/gmapi', ['event', 'params'], ['ss_login', 'ss_job_visit', 'x']],
    ['/api/conversionapi', ['event_name', 'custom_data'], ['sign_up', 'job_visit', 'x']],
  ] as const)(
    'of any JSON never end in an error of the server, and nothing malformed leaves: %s',
    async (path, [name, body], names) => {
      // Most of them have the form of an event, so that its values are validated.
      const values = fc.dictionary(
        fc.string({ maxLength: 45 }),
        fc.oneof(fc.jsonValue(), fc.string({ maxLength: 120 })),
      );
      const json = fc.oneof(
        fc.jsonValue(),
        fc.record({ [name]: fc.constantFrom(...names), [body]: fc.jsonValue() }),
        fc.record({ [name]: fc.constantFrom(...names), [body]: values }),
        fc.record({
          [name]: fc.constantFrom(...names),
          [body]: fc.dictionary(fc.stringMatching(/^[a-z]\w{0,9}$/), fc.oneof(fc.string(), fc.double(), fc.boolean())),
        }),
      );
      const send = async (sent: unknown) => {
        const { status, type } = await world.post(path, JSON.stringify(sent), { cookie: CONSENT });
        expect([202, 400, 413, 422]).toContain(status);
        expect(type).toMatch(/^application\/(problem\+)?json/);
      };
      await fc.assert(fc.asyncProperty(json, send), { numRuns: 300 });
      await (path === '/api/gmapi' ? measured(1) : converted(1));
      for (const { name: sent, params } of world.measured) {
        expect(sent).toMatch(/^ss_[a-z_]{1,37}$/);
        expect(Object.keys(params).length).toBeLessThanOrEqual(25);
        for (const [key, value] of Object.entries(params)) {
          expect(key).toMatch(/^[a-z]\w{0,39}$/i);
          expect(['string', 'number', 'boolean']).toContain(typeof value);
          expect(String(value).length).toBeLessThanOrEqual(1000);
        }
      }
      for (const { event_name: sent, event_id: id, custom_data: data } of world.converted) {
        expect([sent, id]).toEqual([
          expect.stringMatching(/^[A-Za-z_]{1,40}$/),
          expect.stringMatching(/^[\da-f-]{36}$/),
        ]);
        for (const value of Object.values(data).flat()) expect(['string', 'number', 'boolean']).toContain(typeof value);
      }
    },
  );
});
