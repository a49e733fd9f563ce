import * as cheerio from 'cheerio';
import sharp from 'sharp';
import type { Response } from 'supertest';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';
import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const STEP = 'form[data-defined-form]';
const PUBLISH = 'form[data-organization-publish]';
const PDF = Buffer.from('%PDF-1.7\nA report.');
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 800, height: 500, channels: 3, background: '#d61' } })
    .jpeg()
    .toBuffer();

/** Path to which a response redirects. */
function next(answer: Response): string {
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([303, expect.any(String)]);
  return answer.headers.location!;
}

describe.each(PRODUCTS)('pages of organizations, %s', (_name, url) => {
  // No other test reads the profile of the demo recruiter's organization on this site.
  const site = new SiteUnderTest(url, 'uk');
  let recruiter: RecruiterVisitor;
  /** Address of the form. */
  let address: string;
  let publicPath: string;

  beforeAll(async () => {
    recruiter = await RecruiterVisitor.of(site);
    const overview = await recruiter.page('/user/organization');
    address = overview('a[href^="/user/organization/edit"]:not([href*="step="])').attr('href')!;
    publicPath = overview('a[href^="/organization/"]').attr('href')!;
  });

  const step = (name: string) => `${address}&step=${name}`;
  const shown = async () => (await site.page(publicPath)).$;

  it('[REC-04] a recruiter edits each group without scripts, previews it, and publishes it', async () => {
    const stamp = Date.now().toString(36);
    expect(next(await recruiter.fill(address, STEP, { mission: `Mission ${stamp}`, go: 'next' }))).toBe(
      `${step('about')}&notice=published`,
    );
    const about = { presentation: `We plant trees ${stamp}.\n\n- oaks\n- limes`, go: 'next' };
    expect(next(await recruiter.fill(step('about'), STEP, about))).toBe(`${step('links')}&notice=published`);
    const links = { instagram: `https://instagram.test/${stamp}`, go: 'next' };
    expect(next(await recruiter.fill(step('links'), STEP, links))).toBe(`${step('contacts')}&notice=published`);

    const $contacts = await recruiter.page(step('contacts'));
    const number = $contacts('fieldset[data-entry]').length + 1;
    const person = (field: string) => `contactPersons.${number}.${field}`;
    const added = await recruiter.fill(
      step('contacts'),
      STEP,
      { [person('firstName')]: 'Ada', [person('lastName')]: stamp, [person('position')]: 'Gardener', go: 'more' },
      [[`upload:${person('photo')}`, 'ada.jpg', await picture()]],
    );
    expect(next(added)).toBe(`${step('contacts')}#form`);
    const $added = await recruiter.page(step('contacts'));
    expect($added(`[name="${person('lastName')}"]`).attr('value')).toBe(stamp);
    expect($added(`[data-field="${person('photo')}"] img`).length).toBe(1);
    // Moves the entry above the previous one.
    if (number > 1) next(await recruiter.fill(step('contacts'), STEP, { go: `up:contactPersons.${number}` }));
    // Adding and moving entries only saves a draft.
    expect(folded((await shown())('main').text())).not.toContain(`Ada ${stamp}`);
    next(await recruiter.fill(step('contacts'), STEP, { go: 'publish' }));

    const $pictures = await recruiter.page(step('pictures'));
    const count = $pictures('[data-entries="gallery"] fieldset').length + 1;
    const films = $pictures('[data-entries="videoGallery"] fieldset').length + 1;
    const gallery = {
      [`gallery.${count}.alt`]: `Trees ${stamp}`,
      [`videoGallery.${films}.source`]: 'https://youtu.be/dQw4w9WgXcQ',
      [`videoGallery.${films}.coverTitle`]: `Film ${stamp}`,
      go: 'next',
    };
    const files: [string, string, Buffer][] = [[`upload:gallery.${count}.picture`, '../../trees.jpg', await picture()]];
    expect(next(await recruiter.fill(step('pictures'), STEP, gallery, files))).toBe(
      `${step('places')}&notice=published`,
    );

    const $places = await recruiter.page(step('places'));
    const place = `furtherLocations.${$places('fieldset[data-entry]').length + 1}`;
    const depot = {
      [`${place}.name`]: `Depot ${stamp}`,
      [`${place}.countryCode`]: 'GB',
      [`${place}.locality`]: 'Leeds',
    };
    expect(next(await recruiter.fill(step('places'), STEP, { ...depot, go: 'next' }))).toBe(
      `${step('questions')}&notice=published`,
    );
    const $questions = await recruiter.page(step('questions'));
    const question = `faq.${$questions('[data-entries="faq"] fieldset').length + 1}`;
    const document = `attachments.${$questions('[data-entries="attachments"] fieldset').length + 1}.file`;
    const asked = { [`${question}.question`]: `Why ${stamp}?`, [`${question}.answer`]: 'Because.', go: 'next' };
    const report: [string, string, Buffer][] = [[`upload:${document}`, `report-${stamp}.pdf`, PDF]];
    expect(next(await recruiter.fill(step('questions'), STEP, asked, report))).toBe(
      `${step('account')}&notice=published`,
    );
    const account = { firstName: 'Prudence', lastName: `Secret${stamp}`, go: 'next' };
    expect(next(await recruiter.fill(step('account'), STEP, account))).toBe(`${step('preview')}&notice=private`);

    const $preview = await recruiter.page(step('preview'));
    const preview = folded($preview('[data-preview]').text());
    for (const text of [
      `Mission ${stamp}`,
      `We plant trees ${stamp}`,
      `Ada ${stamp}`,
      `Depot ${stamp}`,
      `Why ${stamp}?`,
    ])
      expect(preview).toContain(text);
    const $page = await shown();
    const text = folded($page('main').text());
    for (const each of [`Mission ${stamp}`, `Ada ${stamp}`, `Depot ${stamp}`, `Film ${stamp}`, `report-${stamp}.pdf`])
      expect(text).toContain(each);
    expect($page('main li').text()).toContain('oaks');
    expect($page(`a[href="https://instagram.test/${stamp}"]`).length).toBe(1);
    const image = $page(`img[alt="Trees ${stamp}"]`).attr('src')!;
    expect(image).toMatch(/^\/files\/[0-9a-f-]{36}\/trees\.webp\?w=320$/);
    const sent = await site.get(image);
    expect([sent.status, sent.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
    expect((await site.get(publicPath)).text).not.toMatch(/Prudence|Secret/);
    const found = await site.page(`/organizations?search=${stamp}`);
    expect(found.texts('[data-region="results"] h2').length).toBeGreaterThan(0);

    // Removed again, with its file.
    const again = (await recruiter.page(step('pictures')))(`[value="Trees ${stamp}"]`).attr('name')!.split('.')[1]!;
    next(await recruiter.fill(step('pictures'), STEP, { [`remove:gallery.${again}`]: 'yes', go: 'publish' }));
    expect((await shown())(`img[alt="Trees ${stamp}"]`).length).toBe(0);
  }, 120_000);

  it('[REC-04] the Enter key publishes the section, whatever buttons its entries have', async () => {
    const steps = (await recruiter.page(address))('a[href*="step="]')
      .map((_, link) => new URL(link.attribs['href']!, url).searchParams.get('step'))
      .get();
    expect(steps).toEqual(expect.arrayContaining(['contacts', 'pictures']));
    for (const name of steps.filter((each) => each !== 'preview')) {
      const first = (await recruiter.page(step(name)))(STEP).find('button[type="submit"]').first();
      expect([name, first.val()]).toEqual([name, 'publish']);
    }
  });

  it('[REC-04] a section saved as a draft is published or discarded independently of other sections', async () => {
    const stamp = Date.now().toString(36);
    const state = async (name: string) =>
      (await recruiter.page('/user/organization'))(`[data-section="${name}"]`).attr('data-section-state');
    const row = (name: string) => `[data-section="${name}"] form`;
    next(await recruiter.fill(address, STEP, { alternativeName: `Draft ${stamp}`, go: 'save' }));
    next(await recruiter.fill(step('links'), STEP, { facebook: `https://facebook.test/${stamp}`, go: 'save' }));
    expect([await state('profile'), await state('links'), await state('account')]).toEqual([
      'changed',
      'changed',
      expect.stringMatching(/^(private|empty)$/),
    ]);
    expect((await site.get(publicPath)).text).not.toContain(stamp);
    expect(next(await recruiter.send('/user/organization', row('links'), { go: 'publish' }))).toBe(
      '/user/organization?notice=published',
    );
    expect([await state('profile'), await state('links')]).toEqual(['changed', 'live']);
    const published = (await site.get(publicPath)).text;
    expect(published).toContain(`https://facebook.test/${stamp}`);
    expect(published).not.toContain(`Draft ${stamp}`);
    next(await recruiter.send('/user/organization', row('profile'), { go: 'discard' }));
    expect(await state('profile')).toBe('live');
    expect((await recruiter.page(address))('#field-alternativeName').attr('value') ?? '').not.toContain(stamp);
    // A draft with errors is saved, with the errors next to their fields; visitors still see the published section.
    const wrong = await recruiter.page(
      next(await recruiter.fill(step('links'), STEP, { facebook: 'nowhere', go: 'publish' })),
    );
    expect(wrong('#field-facebook').attr('value')).toBe('nowhere');
    expect(wrong('#field-facebook-error').text()).not.toBe('');
    expect((await site.get(publicPath)).text).toContain(`https://facebook.test/${stamp}`);
    next(await recruiter.fill(step('links'), STEP, { facebook: '', go: 'publish' }));
  }, 60_000);

  it('[REC-04] two people edit at once: the second is warned, and keeps what was typed', async () => {
    const stamp = Date.now().toString(36);
    const page = await recruiter.page(address);
    const version = page('input[name="version"]').attr('value')!;
    next(await recruiter.fill(address, STEP, { mission: `First ${stamp}`, go: 'save' }));
    const second = await recruiter.fill(address, STEP, { mission: `Second ${stamp}`, version, go: 'save' });
    expect(second.status).toBe(409);
    const $second = cheerio.load(second.text);
    expect(folded($second('[role="alert"]').text())).toContain('has saved this in the meantime');
    expect($second('#field-mission').attr('value')).toBe(`Second ${stamp}`);
    expect((await recruiter.page(address))('#field-mission').attr('value')).toBe(`First ${stamp}`);
    const published = await recruiter.send(step('preview'), PUBLISH, { go: 'publish', version });
    expect(published.status).toBe(409);
    next(await recruiter.send(step('preview'), PUBLISH, { go: 'discard' }));
    expect(folded((await shown())('main').text())).not.toContain(stamp);
  }, 60_000);

  it('[VALID-01] rejects a fractional year with the shared message, and keeps what was typed', async () => {
    const profile = step('profile');
    const wrong = await recruiter.page(
      next(await recruiter.fill(profile, STEP, { foundedYear: '1985.5', go: 'next' })),
    );
    expect(wrong('#field-foundedYear-error').text()).toBe(
      'Please enter a number without any decimal points or fractions',
    );
    expect(wrong('#field-foundedYear').attr('value')).toBe('1985.5');
    next(await recruiter.send(step('preview'), PUBLISH, { go: 'discard' }));
  }, 60_000);

  it('[REC-04] shows errors next to their fields, and refuses invalid files', async () => {
    const wrong = { website: 'ftp://x', facebook: 'nowhere', go: 'next' };
    const checked = await recruiter.page(next(await recruiter.fill(step('links'), STEP, wrong)));
    expect(checked('#field-website-error').text()).toMatch(/^Please enter a full web address/);
    const typed = { mission: 'Not lost', go: 'next' };
    for (const [name, content, message] of [
      [
        'logo.svg',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        /choose a PDF, DOCX, ODT, JPG, PNG or WebP file/,
      ],
      ['logo.png', Buffer.alloc(0), /is empty/],
      ['logo.png', PDF, /Only JPG, PNG and WebP pictures of at most/],
    ] as const) {
      const answer = await recruiter.fill(address, STEP, typed, [['upload:logo', name, content]]);
      expect(answer.status).toBe(422);
      const $again = cheerio.load(answer.text);
      expect(folded($again('#field-logo-error').text())).toMatch(message);
      expect($again('#field-mission').attr('value')).toBe('Not lost');
      // No invalid file was stored: submitted without the file, the form is saved.
      next(await recruiter.fillShown(answer.text, STEP, { ...typed, go: 'save' }));
    }
    next(await recruiter.send(step('preview'), PUBLISH, { go: 'discard' }));
  }, 60_000);

  it('[REC-04] [ROLE-02] is only for members: others get no form, and cannot change anything', async () => {
    const anonymous = new FormVisitor(site);
    expect((await anonymous.get(address)).headers.location).toMatch(/^\/user\/login\?destination=/);
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    expect((await applicant.get(address)).status).toBe(403);
    // The demo recruiter's organization on another site does not exist here.
    const elsewhere = await FormVisitor.loggedIn(new SiteUnderTest(url), 'recruiter');
    expect((await elsewhere.get(address)).status).toBe(404);
    const csrf = (await applicant.page('/user/settings'))('input[name="csrfToken"]').attr('value')!;
    const answer = await applicant.post(address, { csrfToken: csrf, fields: 'mission', mission: 'Theirs', go: 'save' });
    expect(answer.status).toBe(403);
    const editor = await FormVisitor.loggedIn(site, 'editor');
    expect((await editor.get(address)).status).toBe(200);
  }, 60_000);

  it('[REC-04] the fields of the form are configured per site', async () => {
    const here = await recruiter.page(step('links'));
    expect(here('[name="xing"], [name="vatNumber"]').length).toBe(0);
    const europe = new SiteUnderTest(url, 'europe');
    const there = await FormVisitor.loggedIn(europe, 'recruiter', '/en');
    const overview = await there.page('/en/user/organization');
    const own = overview('a[href*="/user/organization/edit"]:not([href*="step="])').attr('href')!;
    expect((await there.page(`${own}&step=links`))('[name="xing"]').length).toBe(1);
  }, 60_000);

  it('[REC-04] no step on the way to posting a job is a dead end', async () => {
    const known = await recruiter.page('/user/organization?destination=/job/wizard');
    expect(known('main a[href="/job/wizard"]').length).toBeGreaterThan(0);
    const outside = await recruiter.page('/user/organization?destination=https://evil.test/');
    expect(outside('a[href*="evil.test"]').length).toBe(0);
  });
});
