import { readProfile } from './provider-identity.js';

describe('readProfile', () => {
  it('reads an OpenID Connect profile, and trusts only an address marked as verified', () => {
    const given = {
      sub: '7',
      email: 'a@b.test',
      email_verified: true,
      given_name: 'A',
      family_name: 'B',
      picture: 'https://p.test/1',
    };
    expect(readProfile('google', given, false)).toEqual({
      identity: {
        provider: 'google',
        subject: '7',
        email: 'a@b.test',
        emailVerified: true,
        firstName: 'A',
        lastName: 'B',
      },
      picture: 'https://p.test/1',
    });
    const verified = (email_verified: unknown): boolean =>
      readProfile('linkedin', { ...given, email_verified }, true).identity.emailVerified;
    expect([true, 'true', 'false', false, 1, 'yes', null, undefined].map(verified)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('reads a profile of Facebook’s Graph API, whose address counts as verified only if the operator configures it', () => {
    const given = {
      id: '8',
      email: 'a@b.test',
      first_name: 'A',
      last_name: 'B',
      picture: { data: { url: 'http://p.test' } },
    };
    const identity = { provider: 'facebook', subject: '8', email: 'a@b.test', firstName: 'A', lastName: 'B' };
    expect(readProfile('facebook', given, false)).toEqual({
      identity: { ...identity, emailVerified: false },
      picture: undefined,
    });
    expect(readProfile('facebook', given, true).identity.emailVerified).toBe(true);
    expect(readProfile('facebook', { id: '8' }, true).identity.emailVerified).toBe(false);
  });

  it.each([[{}], [null], ['x'], [{ sub: 5 }], [{ sub: '' }], [{ sub: 'x'.repeat(300) }], [[]]])(
    'takes %j for nobody',
    (given) => {
      expect(() => readProfile('google', given, false)).toThrow();
      expect(() => readProfile('facebook', given, true)).toThrow();
    },
  );
});
