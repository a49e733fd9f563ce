import type { Response } from 'supertest';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { chatEvent, ChatService, silentAfter, streamOf, textOf } from '../../support/servers/chat-service.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

const PATH = '/api/job-description';
const TIMEOUT_MS = 120_000;

let service: ChatService;
let product: RunningProduct;
let europe: SiteUnderTest;
let recruiter: FormVisitor;
let csrfToken: string;

beforeAll(async () => {
  service = await ChatService.start();
  product = await startProduct({
    DATA_DIR: process.env.TEST_DATA_DIR!,
    BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    AI_TIMEOUT_MS: '1500',
    ...service.settings,
  });
  europe = new SiteUnderTest(product.url, 'europe');
  recruiter = await FormVisitor.loggedIn(europe, 'recruiter', '/en');
  csrfToken = await csrfOf(recruiter);
}, TIMEOUT_MS);

afterAll(async () => {
  await product.stop();
  await service.close();
});

async function csrfOf(visitor: FormVisitor): Promise<string> {
  return ((await visitor.get('/api/auth/csrf')).body as { csrfToken: string }).csrfToken;
}

const field = (name: string, ...values: string[]) => ({ name, values });

function ask(body: object = {}, visitor = recruiter, headers: Record<string, string> = {}): Promise<Response> {
  const fields = [field('title', 'Beekeeper'), field('description', '<p>Gentle with bees, 20 hours a week</p>')];
  return visitor.postJson(PATH, { csrfToken, locale: 'en', language: 'en', fields, ...body }, headers);
}

interface Draft {
  html: string;
  events: string[];
  last: { isCut?: boolean; message?: string };
}

/** Assembles the draft that a browser would show. */
function draftOf(answer: Response): Draft {
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const draft: Draft = { html: '', events: [], last: {} };
  for (const block of answer.text.split('\n\n').filter((part) => part !== '')) {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block)!;
    draft.events.push(event!);
    draft.last = JSON.parse(data!) as Draft['last'];
    if (event === 'text') {
      const { start, html } = draft.last as { start: number; html: string };
      draft.html = draft.html.slice(0, start) + html;
    }
  }
  return draft;
}

describe('[ROLE-08] drafts of job descriptions', () => {
  it('are written by the configured service from the fields of the form', async () => {
    service.answer = textOf('<p>You look', ' after <strong>bees</strong>.</p>');
    const draft = draftOf(await ask({ language: 'de' }));
    expect(draft.html).toBe('<p>You look after <strong>bees</strong>.</p>');
    expect(draft.last).toEqual({ isCut: false });
    const request = service.requests.at(-1)!;
    expect(request).toMatchObject({ model: 'small', stream: true, temperature: 0.5, max_tokens: 1500 });
    expect([service.paths.at(-1), service.keys.at(-1)]).toEqual(['/v1/chat/completions', 'Bearer key-of-the-tests']);
    const [rules, facts] = request.messages;
    expect(rules).toMatchObject({ role: 'system' });
    expect(rules!.content).toMatch(/in German\..*Do not invent facts/s);
    expect(facts!.role).toBe('user');
    expect(facts!.content).toMatch(
      /^Organization: .+\nJob title: Beekeeper\nNotes .*: Gentle with bees, 20 hours a week$/,
    );
  });

  it('include the values of earlier steps, translated into the language of the draft', async () => {
    const first = await recruiter.send('/en/job/wizard', 'form[data-defined-form]', {
      title: `Beekeeper ${Date.now()}`,
      description: 'Bees.',
      go: 'next',
    });
    const id = /job=(\d+)/.exec(first.headers.location!)![1]!;
    const categories = `/en/job/wizard?job=${id}&step=categories`;
    const $ = await recruiter.page(categories);
    const box = $('input[name="employmentType"]').filter(
      (_index, each) => $(each).parent().text().trim() === 'Full-time',
    );
    await recruiter.send(categories, 'form[data-defined-form]', { employmentType: box.attr('value')!, go: 'next' });
    service.answer = textOf('<p>Ja</p>');
    draftOf(await ask({ id, language: 'de', fields: [] }));
    const facts = service.requests.at(-1)!.messages[1]!.content;
    expect(facts).toMatch(/Job title: Beekeeper \d+\n/);
    expect(facts).toContain('Employment type: Vollzeit');
  });

  it('arrive complete however the service splits them, and without invalid bytes', async () => {
    const bytes = Buffer.from(chatEvent({ content: '<p>Grüße für Zoë 🐝</p>' }));
    const single = [...bytes].map((byte) => Uint8Array.of(byte));
    service.answer = streamOf(': waiting\n\n', ...single, chatEvent({}, 'stop'), 'data: [DONE]\n\n');
    expect(draftOf(await ask()).html).toBe('<p>Grüße für Zoë 🐝</p>');
    const broken = Buffer.concat([
      Buffer.from('data: {"choices":[{"delta":{"content":"<p>One '),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('two\\u0000</p>"}}]}\n\n'),
    ]);
    service.answer = streamOf(broken, chatEvent({}, 'stop'));
    expect(draftOf(await ask())).toMatchObject({ html: '<p>One (two</p>', last: { isCut: false } });
  });

  it('never contain scripts, links or addresses, not even while they arrive', async () => {
    service.answer = textOf(
      '```html\n<p onclick="steal()">Look',
      ' <a href="https://evil.test/">here</a> [or here](https://evil.test) https://evil.test/x</p><scr',
      'ipt>alert(1)</script><img src=x onerror=alert(1)><iframe src="//evil.test"></iframe><ul><li>Yes</li></ul>',
      '\n```',
    );
    const answer = await ask();
    const { html } = draftOf(answer);
    expect(html.replace(/\s+/g, ' ')).toBe(
      '<p>Look here or here </p> <ul><li>Yes</li></ul>'.replace('</p> <ul>', '</p><ul>'),
    );
    expect(answer.text).not.toMatch(/evil\.test|script|onclick|onerror|```/);
  });

  it.each([
    ['has reached its limit', streamOf(chatEvent({ content: '<p>Half' }), chatEvent({}, 'length'), 'data: [DONE]\n\n')],
    ['ends without saying so', streamOf(chatEvent({ content: '<p>Half' }))],
    ['falls silent', silentAfter(chatEvent({ content: '<p>Half' }))],
    ['sends something else', streamOf(chatEvent({ content: '<p>Half' }), 'data: {"error":\n\n')],
  ])('say that they end too early when the service %s', async (_what, answer) => {
    service.answer = answer;
    expect(draftOf(await ask())).toMatchObject({ html: '<p>Half</p>', last: { isCut: true } });
  });

  it('end if a service does not stop writing', async () => {
    service.answer = streamOf(...Array.from({ length: 60 }, () => chatEvent({ content: 'word '.repeat(100) })));
    const { html, last } = draftOf(await ask());
    expect(last).toEqual({ isCut: true });
    expect(html.length).toBeLessThan(21_000);
  });

  const REFUSED = /wrote nothing for this job/;
  const UNAVAILABLE = /isn’t available right now/;
  it.each([
    ['refuses', streamOf(chatEvent({ refusal: 'No.' }), chatEvent({}, 'stop')), REFUSED],
    ['filters its answer', streamOf(chatEvent({}, 'content_filter')), REFUSED],
    ['writes nothing', textOf(), REFUSED],
    ['says nothing for too long', silentAfter(), /took too long/],
    [
      'fails',
      (response: { writeHead: (status: number) => { end: () => void } }) => response.writeHead(500).end(),
      UNAVAILABLE,
    ],
    ['sends one event without an end', streamOf(`data: ${'x'.repeat(150_000)}`), UNAVAILABLE],
  ])('are replaced by a sentence when the service %s', async (_what, answer, message) => {
    service.answer = answer;
    const { events, last } = draftOf(await ask());
    expect(events).toEqual(['failed']);
    expect(last.message).toMatch(message);
  });

  it('are only for people who are logged in, from pages of the site, and for their own jobs', async () => {
    const asked = service.requests.length;
    const stranger = new FormVisitor(europe);
    const anonymous = await ask({ csrfToken: await csrfOf(stranger) }, stranger);
    expect([anonymous.status, anonymous.body]).toEqual([
      401,
      expect.objectContaining({ message: expect.stringMatching(/log in/) as string }),
    ]);
    expect((await ask({ csrfToken: 'forged' })).status).toBe(403);
    expect((await ask({}, recruiter, { origin: 'https://evil.test' })).status).toBe(403);
    expect((await ask({ organizationId: '999999999' })).status).toBe(403);
    expect((await ask({ id: '1' })).status).toBe(403);
    const applicant = await FormVisitor.loggedIn(europe, 'applicant', '/en');
    expect((await ask({ csrfToken: await csrfOf(applicant) }, applicant)).status).toBe(403);
    expect((await ask({ fields: 'all' })).status).toBe(400);
    expect((await ask({ language: 'tlh' })).status).toBe(400);
    const untitled = await ask({ fields: [field('title', ' ')] });
    expect([untitled.status, (untitled.body as { message: string }).message]).toEqual([422, 'Field is required']);
    expect(service.requests.length).toBe(asked);
  });

  it('are offered only on sites with this feature', async () => {
    const island = '[data-island="description-assistant"]';
    expect((await recruiter.page('/en/job/wizard'))(island).length).toBe(1);
    const other = new SiteUnderTest(product.url);
    const elsewhere = await FormVisitor.loggedIn(other, 'recruiter');
    expect((await elsewhere.page('/job/wizard'))(island).length).toBe(0);
    expect((await ask({ csrfToken: await csrfOf(elsewhere) }, elsewhere)).status).toBe(404);
    // The backend itself refuses it as well.
    const input = { language: 'en', fields: [field('title', 'Beekeeper')] };
    expect(await elsewhere.ask('StartJobDescription', { input })).toContain('FORBIDDEN');
  });

  it('are replaced by a message if no service is configured', async () => {
    const site = new SiteUnderTest(process.env.TEST_EMBEDDED!, 'europe');
    const visitor = await FormVisitor.loggedIn(site, 'recruiter', '/en');
    const answer = await ask({ csrfToken: await csrfOf(visitor) }, visitor);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([
      503,
      'The writing assistant isn’t set up on this site. Please write the description yourself.',
    ]);
  });
});
