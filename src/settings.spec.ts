import { parseSettings } from './settings.js';

const sound = { AUTH_SECRET: 'x'.repeat(32) };

describe('settings', () => {
  it('has defaults for everything but the secret', () => {
    expect(parseSettings(sound)).toMatchObject({ PORT: 3000, SITE: 'default', RATE_LIMITS: true, LOG_LEVEL: 'info' });
  });

  it.each([
    ['AUTH_BASE_PATH', '/api/auth/'],
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SITES', 'charity-ca'],
    ['RATE_LIMITS', 'yes'],
    ['BACKEND_GRAPHQL_URL', 'ftp://example.org'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['REDIS_URL', 'localhost'],
    ['AI_BASE_URL', 'api.example.org/v1'],
    ['AI_TIMEOUT_MS', '0'],
    ['SMTP_URL', 'http://x'],
    ['AUTH_SECRET', 'short'],
    ['DEMO_PASSWORD', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['SITE', '../../etc'],
  ])('[OPS-04] names %s when it is %s', (name, value) => {
    expect(() => parseSettings({ ...sound, [name]: value })).toThrow(
      new RegExp(`^Settings that are not right:\\n  ${name}: `),
    );
  });

  it('[ROLE-08] wants a model with the address of an AI service', () => {
    const service = { ...sound, AI_BASE_URL: 'http://127.0.0.1:1/v1' };
    expect(() => parseSettings(service)).toThrow(/AI_MODEL: is needed/);
    expect(parseSettings({ ...service, AI_MODEL: 'small' })).toMatchObject({
      AI_MODEL: 'small',
      AI_TIMEOUT_MS: 60_000,
    });
  });

  it('refuses a production start without secret, unless there is demo data', () => {
    expect(() => parseSettings({})).toThrow(/AUTH_SECRET/);
    expect(parseSettings({ DEMO_DATA: 'on' }).DEMO_DATA).toBe(true);
  });

  it('gives a host without scheme https, and reads hosts of sites', () => {
    const settings = parseSettings({
      ...sound,
      PUBLIC_URL: 'jobs.example.org/',
      SITES: 'a=One.example, b=two.example:8080',
    });
    expect(settings.PUBLIC_URL).toBe('https://jobs.example.org');
    expect([...settings.SITES]).toEqual([
      ['one.example', 'a'],
      ['two.example:8080', 'b'],
    ]);
  });
});
