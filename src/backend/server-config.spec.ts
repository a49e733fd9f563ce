import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseServerConfig, readServerConfig, type ServerOptions } from './server-config.js';

const parse = (config: unknown) => parseServerConfig(JSON.stringify(config));
const site = { name: 'default', languages: ['en', 'de'] };

function optionsOf(config: unknown): ServerOptions {
  const read = parse(config);
  if ('error' in read) throw new Error(read.error);
  return read;
}

describe('the configuration of the standalone backend', () => {
  it('has sites, and defaults for the rest', () => {
    expect(optionsOf({ sites: [site] })).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      dataDir: 'data',
      secretFile: join('data', 'auth-secret'),
      demoData: false,
      sites: [{ name: 'default', languages: ['en', 'de'], countries: [], demo: 'international' }],
    });
  });

  it('[AUTH-17] specifies the captcha service, and the file with its secret', () => {
    const captcha = { verifyUrl: 'https://api.hcaptcha.com/siteverify', secretFile: 'captcha-secret' };
    expect(optionsOf({ sites: [site], captcha })).toMatchObject({ captcha });
    expect(parse({ sites: [site], captcha: { verifyUrl: 'ftp://x', secretFile: 'y' } })).toHaveProperty('error');
    expect(parse({ sites: [site], captcha: { verifyUrl: captcha.verifyUrl } })).toHaveProperty('error');
  });

  it('[OPS-04] specifies the object storage for files, and the file with its access key', () => {
    const files = { url: 's3://files/board?endpoint=https://s3.example.org', secretFile: 'files-secret' };
    expect(optionsOf({ sites: [site], files })).toMatchObject({ files });
    expect(parse({ sites: [site], files: { ...files, url: 'https://s3.example.org' } })).toHaveProperty('error');
    expect(parse({ sites: [site], files: { url: files.url } })).toHaveProperty('error');
  });

  it('has the settings of a site, with defaults for omitted ones', () => {
    const [own] = optionsOf({
      sites: [
        {
          ...site,
          locales: ['en-GB', 'de'],
          texts: { 'en-GB': { 'mail.greeting': 'Dear reader,' } },
          timeZone: 'Europe/London',
          mail: { title: 'Good Jobs', contactEmail: 'hi@good.test', accent: '#0b5d57' },
          captcha: { registration: true },
          jobs: { review: true },
          organizations: { fields: { xing: { isHidden: false } } },
          resumeForm: { salutation: false },
        },
      ],
    }).sites;
    expect(own).toMatchObject({
      texts: { 'en-GB': { 'mail.greeting': 'Dear reader,' } },
      timeZone: 'Europe/London',
      jobs: { review: true, days: 30 },
      organizations: { fieldsOfStudy: false, fields: { xing: { isHidden: false } } },
      resumeForm: { salutation: false, fields: {} },
    });
  });

  it('keeps nothing for a shorter time than a law of the home wants', () => {
    const read = (postings: number) => parse({ sites: [{ ...site, countries: ['CA'], retention: { postings } }] });
    expect(read(24)).toEqual({ error: expect.stringContaining('must be at least 36 (months)') as string });
    expect(read(48)).toMatchObject({ sites: [{ retention: { postings: 48 } }] });
  });

  it('has the public address of a site', () => {
    const { homeOf } = optionsOf({
      sites: [
        { ...site, origin: 'https://a.example/' },
        { ...site, name: 'several', locales: ['en', 'de'], origin: 'http://localhost:3000' },
        { ...site, name: 'nowhere' },
      ],
    });
    expect([homeOf!('default', 'de'), homeOf!('several', 'de'), homeOf!('nowhere', 'en')]).toEqual([
      'https://a.example',
      'http://localhost:3000/de',
      undefined,
    ]);
  });

  it.each([
    [{}, 'sites'],
    [{ sites: [] }, 'sites'],
    [{ sites: [{ name: 'a b', languages: ['en'] }] }, 'sites[0].name'],
    [{ sites: [{ ...site, demo: 'mars' }] }, 'sites[0].demo'],
    [{ sites: [{ ...site, timeZone: 'Toronto' }] }, 'sites[0].timeZone'],
    [{ sites: [{ ...site, nonsense: true }] }, 'nonsense'],
    [{ sites: [{ ...site, origin: 'ftp://a.example' }] }, 'sites[0].origin'],
    [{ sites: [{ ...site, mail: { title: 'T', contactEmail: 'x', accent: 'red' } }] }, 'sites[0].mail.accent'],
    [{ sites: [{ ...site, jobs: { review: 'yes' } }] }, 'sites[0].jobs.review'],
    [{ sites: [site], port: 70_000 }, 'port'],
    [{ sites: [site], searchMemoryMb: -1 }, 'searchMemoryMb'],
  ])('is rejected with the path of the error: %j', (config, place) => {
    expect(parse(config)).toEqual({ error: expect.stringContaining(place) as string });
  });

  it('is read from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'backend-config-'));
    const file = join(folder, 'backend.json');
    try {
      writeFileSync(file, JSON.stringify({ sites: [site] }));
      expect(readServerConfig(['--config', file])).toMatchObject({ sites: [{ name: 'default' }] });
      writeFileSync(file, '{');
      for (const args of [[], ['--nothing'], ['--config', file], ['--config', join(folder, 'missing.json')]])
        expect(readServerConfig(args)).toEqual({ error: expect.any(String) as string });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
