import { load } from 'cheerio';
import type { DigestContent } from '../outbox.js';
import { writeMail, addressedMails } from '../write-mail.js';

const ORIGIN = 'https://jobs.example.org';
const TOKEN = '11111111-2222-4333-8444-555555555555';
const site = { mail: { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' } };
const NOTHING: DigestContent = { people: 0, waiting: [], interviews: [], closing: [], more: 0 };
const job = (title: string, people: number, days: number) => ({ title, path: '/applications/7', people, days });

const sumOf = (waiting: DigestContent['waiting'] = []) => waiting.reduce((sum, { people }) => sum + people, 0);

function write(language: string, content: Partial<DigestContent>) {
  const details = {
    path: '/applications',
    content: JSON.stringify({ ...NOTHING, people: sumOf(content.waiting), ...content }),
    digestToken: TOKEN,
  };
  return writeMail({ template: 'recruiting-digest', language, details }, site, ORIGIN)!;
}

describe('[REC-05] [I18N-02] the mail of a digest', () => {
  it.each([
    [
      'en',
      '3 people have been waiting for an answer, the first for 10 days',
      '1 person has been waiting for an answer for 1 day',
    ],
    [
      'de',
      '3 Personen warten auf eine Antwort, die erste seit 10 Tagen',
      '1 Person wartet seit 1 Tag auf eine Antwort',
    ],
    [
      'fr',
      '3 personnes attendent une réponse, la première depuis 10 jours',
      '1 personne attend une réponse depuis 1 jour',
    ],
  ])('says in %s how many wait and for how long', (language, many, one) => {
    expect(write(language, { waiting: [job('Cook', 2, 10), job('Driver', 1, 6)] }).subject).toBe(many);
    expect(write(language, { waiting: [job('Cook', 3, 10)] }).text).toContain(
      `Cook\n${many}\n${ORIGIN}/applications/7`,
    );
    expect(write(language, { waiting: [job('Cook', 1, 1)] }).subject).toBe(one);
  });

  it.each([
    [
      'en',
      'Coming up on Good Jobs',
      'Interview: Thursday, December 3, 2026',
      'Closes on Saturday, December 5',
      'And 4 more on the site.',
    ],
    [
      'de',
      'Demnächst bei Good Jobs',
      'Gespräch: Donnerstag, 3. Dezember 2026',
      'Endet am Samstag, 5. Dezember',
      'Und 4 weitere auf der Website.',
    ],
    [
      'fr',
      'À venir sur Good Jobs',
      'Entretien : jeudi 3 décembre 2026',
      'Se termine le samedi 5 décembre',
      'Et 4 de plus sur le site.',
    ],
  ])('says in %s what is to come', (language, subject, interview, closing, more) => {
    const content = {
      interviews: [
        {
          title: 'Cook',
          path: '/applications/7/x',
          start: '2026-12-03T19:30:00Z',
          minutes: 45,
          zone: 'America/Toronto',
        },
      ],
      closing: [{ title: 'Driver', path: '/job-manager?state=published', day: '2026-12-05' }],
      more: 4,
    };
    const mail = write(language, content);
    expect(mail.subject).toBe(subject);
    for (const words of [interview, closing, more]) expect(mail.text).toContain(words);
    expect(load(mail.html)(`a[href="${ORIGIN}/job-manager?state=published"]`).text()).toBe('Driver');
  });

  it('links to the setting, and supports one-click unsubscribing', () => {
    const mail = write('en', { waiting: [job('<b>Cook</b>', 1, 9)] });
    const $ = load(mail.html);
    expect($(`a[href="${ORIGIN}/user/settings#recruiting-mails"]`).text()).toBe('Choose which emails you get');
    expect($('b').length).toBe(0);
    const sites = [{ name: 'default', languages: ['en'], countries: [], demo: 'international' as const, ...site }];
    const mails = addressedMails({ sites, homeOf: () => ORIGIN, from: undefined });
    const row = {
      id: 1,
      site: 'default',
      language: 'en',
      recipient: 'a@b.test',
      created_at: new Date(),
      message_key: 'k',
    };
    const details = { path: '/applications', digestToken: TOKEN };
    expect(mails.address({ ...row, template: 'recruiting-digest', details })!.oneClick).toBe(
      `${ORIGIN}/digest/one-click?token=${TOKEN}`,
    );
  });

  it.each(['application-received', 'application-added', 'application-withdrawn'])(
    '%s leads members to the setting, and addresses of the job to none',
    (template) => {
      const details = { path: '/applications/7/x', name: 'Ann', title: 'Cook', organization: 'Food Bank' };
      const links = (more: object) =>
        load(writeMail({ template, language: 'en', details: { ...details, ...more } }, site, ORIGIN)!.html)(
          'a[href*="/user/settings"]',
        ).length;
      expect([links({ member: TOKEN }), links({})]).toEqual([1, 0]);
    },
  );
});
