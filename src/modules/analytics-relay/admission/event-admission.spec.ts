import { VISITOR_COOKIE } from '#contract/consent/consent-cookie.js';
import { measuredVisitor } from './event-admission.js';

const NOW = Date.UTC(2026, 10, 24, 12);
const SECONDS = String(NOW / 1000);

describe('[TRACK-02] the browser of a visitor', () => {
  it.each([
    ['GS1.1.1700000001.3.1.1700000055.0.0.0', '1700000001'],
    ['GS2.1.s1700000002$o1$g1$t1700000055$j60$l0$h0', '1700000002'],
  ])('is identified by the client id and the session of Google’s tag: %s', (session, expected) => {
    const cookies = { _ga: 'GA1.1.123456.7890', _ga_TEST1234: session };
    expect(measuredVisitor(cookies, 'TEST1234', NOW)).toEqual({ clientId: '123456.7890', sessionId: expected });
  });

  it('gets a persistent id from this server without that tag, and a new visit after half an hour', () => {
    const first = measuredVisitor({}, 'TEST1234', NOW);
    expect(first).toEqual({
      clientId: expect.stringMatching(new RegExp(`^\\d+\\.${SECONDS}$`)) as string,
      sessionId: SECONDS,
      cookie: `${first.clientId}.${SECONDS}.${SECONDS}`,
    });
    const soon = measuredVisitor({ [VISITOR_COOKIE]: first.cookie }, 'TEST1234', NOW + 29 * 60_000);
    expect(soon).toMatchObject({ clientId: first.clientId, sessionId: SECONDS });
    const later = measuredVisitor({ [VISITOR_COOKIE]: soon.cookie }, 'TEST1234', NOW + 61 * 60_000);
    expect(later.clientId).toBe(first.clientId);
    expect(later.sessionId).not.toBe(SECONDS);
  });

  it('ignores damaged cookies', () => {
    const cookies = { _ga: 'GA1.1.x', _ga_TEST1234: 'GS3', [VISITOR_COOKIE]: '1.2.3; evil' };
    expect(measuredVisitor(cookies, 'TEST1234', NOW).sessionId).toBe(SECONDS);
  });
});
