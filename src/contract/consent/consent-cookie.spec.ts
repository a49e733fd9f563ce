import fc from 'fast-check';
import { formatConsentCookie, parseConsentCookie } from './consent-cookie.js';
import { CONSENT_SERVICES } from './consent-services.js';

describe('parseConsentCookie', () => {
  it('[CONSENT-01] reads what formatConsentCookie wrote', () => {
    const choices = fc.dictionary(fc.constantFrom(...CONSENT_SERVICES), fc.boolean(), { noNullPrototype: true });
    fc.assert(fc.property(choices, (some) => expect(parseConsentCookie(formatConsentCookie(some))).toEqual(some)));
  });

  it('[CONSENT-01] ignores a damaged cookie, unknown services and invalid values', () => {
    const of = (value: unknown) => parseConsentCookie(encodeURIComponent(JSON.stringify(value)));
    expect(parseConsentCookie(undefined)).toEqual({});
    expect(parseConsentCookie('%E0%A4%A')).toEqual({});
    expect(parseConsentCookie('{"youtube":')).toEqual({});
    expect(of([true])).toEqual({});
    expect(of(null)).toEqual({});
    expect(of({ youtube: 'true', vimeo: 1, unknown: true, maps: false })).toEqual({ maps: false });
    expect(parseConsentCookie(' '.repeat(3_000))).toEqual({});
  });

  it('[CONSENT-01] handles any input without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        expect(Object.values(parseConsentCookie(text)).every((each) => typeof each === 'boolean')).toBe(true),
      ),
    );
  });
});
