import type * as cheerio from 'cheerio';
import type { SiteUnderTest } from '../data/site.js';
import { FormVisitor } from './form-visitor.js';

export const FORM = 'form[data-apply-form]';
export const TYPED = {
  firstName: 'Ann',
  lastName: 'Bell',
  emailAddress: 'ann@people.test',
  coverLetter: 'I cook.\n\nFor many.',
  answer1: 'At once',
};
export type Attached = [name: string, content: Buffer];

/** An applicant with a browser without scripts. */
export class Applicant extends FormVisitor {
  constructor(private readonly own: SiteUnderTest) {
    super(own);
  }

  static async known(site: SiteUnderTest, name: string): Promise<Applicant> {
    const applicant = new Applicant(site);
    const email = `${name}@demo.causeboard.test`;
    const { DEMO_PASSWORD: password } = await import('../products.mjs');
    await applicant.send('/user/login', 'form[data-form="login"]', { email, password });
    return applicant;
  }

  /** @param page page with the form; if it is an address, the page is loaded first */
  async apply(page: string | cheerio.CheerioAPI, values: Record<string, string> = TYPED, files: Attached[] = []) {
    const shown = typeof page === 'string' ? await this.page(page) : page;
    const form = shown(FORM);
    const fields = form
      .find('input[type="hidden"], input[checked], input[value]:not([type="checkbox"]), textarea')
      .toArray()
      .map((input): [string, string] => {
        const element = shown(input);
        return [element.attr('name')!, input.tagName === 'textarea' ? element.text() : (element.attr('value') ?? '')];
      })
      .filter(([name]) => !(name in values));
    let request = this.own.post(form.attr('action')!).set('Cookie', this.cookies()).redirects(0);
    for (const [name, value] of [...fields, ...Object.entries(values)]) request = request.field(name, value);
    for (const [name, content] of files) request = request.attach('attachments', content, { filename: name });
    return this.took(await request);
  }

  /** Cookie header for requests that a test makes itself. */
  cookieHeader(): string {
    return this.cookies();
  }
}
