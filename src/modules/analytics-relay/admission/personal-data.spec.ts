import { pageAddress, withoutPersonalData } from './personal-data.js';

describe('[TRACK-02] personal data', () => {
  it.each([
    ['write to jane.doe@example.org today', 'write to [email] today'],
    ['jane%40example.org', '[email]'],
    ['from 192.0.2.17', 'from [ip]'],
    ['from 2001:db8::8a2e:370:7334', 'from [ip]'],
    ['token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N', 'token [token]'],
    ['https://jobs.example/user/verify?token=abc', 'https://jobs.example/user'],
    ['/user/verify?token=abc', '/user'],
    ['https://jobs.example/jobs?search=cook#top', 'https://jobs.example/jobs'],
    ['/resume/6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a', '/resume'],
  ])('is removed from %s', (text, expected) => {
    expect(withoutPersonalData(text)).toBe(expected);
  });

  it.each([
    'senior-frontend-developer-2',
    'Head of Programmes, 2 years',
    '6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a',
    '12345',
  ])('is not detected in harmless text: %s', (text) => {
    expect(withoutPersonalData(text)).toBe(text);
  });

  it('is removed from page URLs', () => {
    expect(pageAddress('https://jobs.example/fr/user/settings?x=1')).toBe('https://jobs.example/fr/user');
    expect(pageAddress('https://jobs.example/job/12/cook?from=mail')).toBe('https://jobs.example/job/12/cook');
    expect(pageAddress('no address')).toBe('/');
  });
});
