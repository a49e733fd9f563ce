import type { IncomingMessage, ServerResponse } from 'node:http';
import { StubServer } from '../../../../test/support/servers/stub-server.js';
import { checkVatId, Vies } from './check-vat-id.js';

/** Responses of a mock of VIES' REST interface, by VAT number. */
const ANSWERS: Record<string, (response: ServerResponse, asked: Record<string, string>) => void> = {
  // Valid, with a consultation number if the requester identifies itself.
  '136695976': (response, asked) =>
    json(response, {
      countryCode: asked.countryCode,
      vatNumber: asked.vatNumber,
      requestDate: '2026-11-25T10:00:00.000Z',
      valid: true,
      requestIdentifier: asked.requesterNumber ? 'WAPIAAAAX3lU8bHe' : '',
      name: '---',
      address: '---',
    }),
  '811907980': (response) => json(response, { valid: false, requestIdentifier: '', name: '---', address: '---' }),
  // Member states that are unavailable are reported with status 200.
  '129273398': (response) =>
    json(response, { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE', message: 'away' }] }),
  '115235681': (response) => json(response, { actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] }, 400),
  '118856456': () => undefined,
  '100000008': (response) => response.end('<html>Service Unavailable</html>'),
  '113891176': (response) => response.end('x'.repeat(1_000_000)),
  '129516430': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  '119429301': (response) => response.socket?.destroy(),
};

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

describe('the check of a VAT id', () => {
  let vies: StubServer;
  const asked: Record<string, string>[] = [];

  beforeAll(async () => {
    vies = await StubServer.start();
    vies.answer = (request, response) => void answer(request, response);
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => vies.close());

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request as AsyncIterable<Buffer>) text += piece.toString();
    const body = JSON.parse(text) as Record<string, string>;
    asked.push({ path: `${request.method} ${request.url}`, ...body });
    ANSWERS[body.vatNumber ?? '']?.(response, body);
  }

  const asking = (more: { rememberedMs?: number } = {}) =>
    new Vies({ url: `${vies.origin}/rest-api`, timeoutMs: 5000, ...more });
  const check = (
    vatId: string | null,
    more: { countryCode?: string; sellerVatId?: string; isFresh?: boolean; vies?: Vies } = {},
  ) => {
    const { countryCode = 'DE', ...rest } = more;
    return checkVatId({ vatId, countryCode }, { vies: asking(), ...rest });
  };

  it('[REC-08] queries VIES with the seller’s id and stores the consultation number', async () => {
    expect(await check('de 136695976', { sellerVatId: 'FR40303265045' })).toEqual({
      verdict: 'valid',
      vatId: 'DE136695976',
      fault: null,
      consultationNumber: 'WAPIAAAAX3lU8bHe',
    });
    expect(asked).toEqual([
      {
        path: 'POST /rest-api/check-vat-number',
        countryCode: 'DE',
        vatNumber: '136695976',
        requesterMemberStateCode: 'FR',
        requesterNumber: '40303265045',
      },
    ]);
    // VIES does not know sellers of the United Kingdom.
    expect(await check('DE136695976', { sellerVatId: 'GB123456782' })).toMatchObject({
      verdict: 'valid',
      consultationNumber: null,
    });
  });

  it.each([
    ['an id that is not registered', 'DE811907980', 'invalid'],
    ['a member state that is away', 'DE129273398', 'unavailable'],
    ['input that VIES refuses', 'DE115235681', 'invalid'],
    ['a page instead of an answer', 'DE100000008', 'unavailable'],
    ['an endless answer', 'DE113891176', 'unavailable'],
    ['a redirect', 'DE129516430', 'unavailable'],
    ['a broken connection', 'DE119429301', 'unavailable'],
  ])('[REC-08] answers for %s', async (_name, vatId, verdict) => {
    expect(await check(vatId)).toEqual({ verdict, vatId, fault: null, consultationNumber: null });
    expect(asked).toHaveLength(1);
  });

  it('[REC-08] queries VIES once for repeated quotes, also at the same time', async () => {
    const shared = { vies: asking(), sellerVatId: 'FR40303265045' };
    const first = await Promise.all([check('DE136695976', shared), check('de 136 695 976', shared)]);
    expect(new Set([...first, await check('DE136695976', shared)].map((each) => JSON.stringify(each))).size).toBe(1);
    expect(first[0]).toMatchObject({ verdict: 'valid', consultationNumber: 'WAPIAAAAX3lU8bHe' });
    for (let time = 0; time < 2; time += 1)
      expect(await check('DE811907980', shared)).toMatchObject({ verdict: 'invalid' });
    expect(asked.map(({ vatNumber }) => vatNumber)).toEqual(['136695976', '811907980']);
    // The consultation number is proof for the seller that asked.
    expect(await check('DE136695976', { vies: shared.vies })).toMatchObject({ consultationNumber: null });
    expect(asked).toHaveLength(3);
  });

  it('[REC-08] queries VIES again for each order, and uses the new answer for later quotes', async () => {
    const shared = { vies: asking(), sellerVatId: 'FR40303265045' };
    const known = ANSWERS['136695976']!;
    await check('DE136695976', shared);
    try {
      ANSWERS['136695976'] = (response) => json(response, { valid: false, requestIdentifier: 'LATER' });
      const later = { verdict: 'invalid', consultationNumber: 'LATER' };
      expect(await check('DE136695976', shared)).toMatchObject({ verdict: 'valid' });
      expect(await check('DE136695976', { ...shared, isFresh: true })).toMatchObject(later);
      expect(await check('DE136695976', shared)).toMatchObject(later);
      expect(asked).toHaveLength(2);
      // Otherwise the quote would never show the tax with which the order has to be placed.
      ANSWERS['136695976'] = ANSWERS['129273398']!;
      expect(await check('DE136695976', { ...shared, isFresh: true })).toMatchObject({ verdict: 'unavailable' });
      expect(await check('DE136695976', shared)).toMatchObject({ verdict: 'unavailable' });
      expect(asked).toHaveLength(4);
    } finally {
      ANSWERS['136695976'] = known;
    }
    expect(await check('DE136695976', shared)).toMatchObject({ verdict: 'valid' });
  });

  it('[REC-08] forgets an answer after a while', async () => {
    const shared = { vies: asking({ rememberedMs: 20 }) };
    await check('DE811907980', shared);
    await new Promise((resolve) => setTimeout(resolve, 40));
    await check('DE811907980', shared);
    expect(asked).toHaveLength(2);
  });

  it('[REC-08] does not wait for a slow VIES', async () => {
    const warned: unknown[] = [];
    const logger = {
      info: () => undefined,
      warn: (details: unknown) => void warned.push(details),
      error: () => undefined,
    };
    const started = performance.now();
    const checked = await checkVatId(
      { vatId: 'DE118856456', countryCode: 'DE' },
      { vies: new Vies({ url: `${vies.origin}/rest-api/`, timeoutMs: 200 }), logger },
    );
    expect(checked.verdict).toBe('unavailable');
    expect(performance.now() - started).toBeLessThan(2000);
    // The log does not name the customer.
    expect(warned).toEqual([{ prefix: 'DE', reason: 'timeout' }]);
  });

  it('[REC-08] sends no request for malformed ids', async () => {
    expect(await check('DE136695977')).toMatchObject({ verdict: 'invalid', vatId: null, fault: 'format' });
    expect(await check('DE136695976', { countryCode: 'FR' })).toMatchObject({ verdict: 'invalid', fault: 'country' });
    for (const none of [null, '', '  ']) expect(await check(none)).toMatchObject({ verdict: 'none' });
    expect(await check('123', { countryCode: 'CA' })).toMatchObject({ verdict: 'none' });
    expect(asked).toEqual([]);
  });

  it('[REC-08] checks only the format without VIES, and for the United Kingdom', async () => {
    const offline = await checkVatId({ vatId: 'DE136695976', countryCode: 'DE' }, {});
    expect(offline).toMatchObject({ verdict: 'wellFormed', vatId: 'DE136695976' });
    expect(await check('GB110305878', { countryCode: 'GB' })).toMatchObject({ verdict: 'wellFormed' });
    expect(asked).toEqual([]);
  });
});
