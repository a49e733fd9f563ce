import { UnsecuredJWT } from 'jose';
import { remainingSeconds } from './sessions.js';

const NOW = new Date('2026-11-21T09:00:00.600Z');
const DAY = 86_400;

/** A token that expires after some seconds. */
function token(seconds: number): string {
  return new UnsecuredJWT({}).setExpirationTime(Math.floor(NOW.getTime() / 1000) + seconds).encode();
}

describe('[AUTH-05] the lifetime of a session cookie', () => {
  it.each([
    ['a new session', 30 * DAY, 30 * DAY],
    ['a session of yesterday', 29 * DAY, 29 * DAY],
    ['a masquerade', 28_800, 28_800],
    ['a session that is about to end', 5, 60],
    ['a token that outlives all sessions', 400 * DAY, 30 * DAY],
    ['a token that the backend accepts although it has expired', -5, 30 * DAY],
  ])('of %s', (_what, seconds, expected) => {
    expect(remainingSeconds(token(seconds), NOW)).toBe(expected);
  });

  it.each(['', 'opaque', 'a.b.c', new UnsecuredJWT({}).encode(), new UnsecuredJWT({ exp: 'soon' as never }).encode()])(
    'is the maximum if the token does not contain its end: %s',
    (jwt) => {
      expect(remainingSeconds(jwt, NOW)).toBe(30 * DAY);
    },
  );
});
