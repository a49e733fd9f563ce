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
    ['VIES_URL', 'ec.europa.eu/vies'],
    ['STRIPE_SECRET_KEY', 'pk_test_x'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_API_BASE', 'api.stripe.com'],
    ['FILES_URL', 'https://s3.example.org/bucket'],
    ['AI_TIMEOUT_MS', '0'],
    ['GA_MP_ENDPOINT', 'google'],
    ['GA_MEASUREMENT_ID', 'UA-1'],
    ['META_GRAPH_ENDPOINT', 'ftp://graph.example.org'],
    ['META_GRAPH_VERSION', '25'],
    ['META_PIXEL_ID', 'pixel'],
    ['SMTP_URL', 'http://x'],
    ['AUTH_SECRET', 'short'],
    ['DEMO_PASSWORD', 'short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['METRICS_PORT', '0'],
    ['ROLES', 'web,cook'],
    ['ROLES', ''],
    ['NODE_APP_INSTANCE', 'first'],
    ['LOG_LEVEL', 'loud'],
    ['SITE', '../../etc'],
  ])('[OPS-04] names %s when it is %s', (name, value) => {
    expect(() => parseSettings({ ...sound, [name]: value })).toThrow(new RegExp(`^Invalid settings:\\n  ${name}: `));
  });

  it.each([
    ['GA_API_SECRET', { GA_MEASUREMENT_ID: 'G-TEST1234' }],
    ['GA_MEASUREMENT_ID', { GA_API_SECRET: 'secret' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_x' }],
    ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_x' }],
    ['AWS_ACCESS_KEY_ID', { FILES_URL: 's3://files', AWS_SECRET_ACCESS_KEY: 'secret' }],
    ['AWS_SECRET_ACCESS_KEY', { FILES_URL: 's3://files', AWS_ACCESS_KEY_ID: 'id' }],
    ['META_ACCESS_TOKEN', { META_PIXEL_ID: '1234567' }],
    ['META_PIXEL_ID', { META_ACCESS_TOKEN: 'token' }],
  ])('[TRACK-02] [TRACK-03] names %s where the settings of a service are incomplete', (name, given) => {
    expect(() => parseSettings({ ...sound, ...given })).toThrow(new RegExp(`${name}: is needed with`));
  });

  it('[TRACK-02] [TRACK-03] has the public endpoints of the relays by default, and takes others', () => {
    expect(parseSettings(sound)).toMatchObject({
      GA_MP_ENDPOINT: 'https://www.google-analytics.com/mp/collect',
      META_GRAPH_ENDPOINT: 'https://graph.facebook.com',
      META_GRAPH_VERSION: 'v25.0',
    });
    const own = { GA_MP_ENDPOINT: 'http://127.0.0.1:1/mp/collect', META_GRAPH_VERSION: 'v26.0' };
    expect(parseSettings({ ...sound, ...own })).toMatchObject(own);
  });

  it('[ROLE-08] requires a model if the URL of an AI service is set', () => {
    const service = { ...sound, AI_BASE_URL: 'http://127.0.0.1:1/v1' };
    expect(() => parseSettings(service)).toThrow(/AI_MODEL: is needed/);
    expect(parseSettings({ ...service, AI_MODEL: 'small' })).toMatchObject({
      AI_MODEL: 'small',
      AI_TIMEOUT_MS: 60_000,
    });
  });

  it('rejects a production start without a secret, unless there is demo data', () => {
    expect(() => parseSettings({})).toThrow(/AUTH_SECRET/);
    expect(parseSettings({ DEMO_DATA: 'on' }).DEMO_DATA).toBe(true);
  });

  it('adds https to a host without scheme, and parses hosts of sites', () => {
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
