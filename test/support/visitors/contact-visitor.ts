import type * as cheerio from 'cheerio';
import { load } from 'cheerio';
import { CSRF_FIELD, CSRF_HEADER } from '#contract/applications/sent-form.js';
import { folded, type SiteUnderTest } from '../data/site.js';
import { FormVisitor } from './form-visitor.js';

export const PDF = Buffer.from('%PDF-1.7\nA letter.');
export const PNG = Buffer.from('\x89PNG\r\n\x1a\nA picture.', 'latin1');
/** A valid message. */
export const TEXTS = {
  name: 'Ann Bell',
  email: 'ann@people.test',
  subject: 'A question',
  body: 'First line\n\nSecond line',
};
/** Selector of the contact form. */
export const FORM = 'form[data-contact-form]';

/** Sends a form with files, as a browser without scripts does. */
export class ContactVisitor extends FormVisitor {
  constructor(
    private readonly own: SiteUnderTest,
    private readonly path = '/contact',
  ) {
    super(own);
  }

  /** @param page page with the form; loaded if omitted */
  async sendFiles(
    values: Record<string, string>,
    files: [name: string, content: Buffer][] = [],
    page?: cheerio.CheerioAPI,
  ) {
    const shown = page ?? (await this.page(this.path));
    const form = shown(FORM);
    const fields: [string, string][] = form
      .find('input[type="hidden"], input[checked], input[value]:not([type="checkbox"]), textarea')
      // Elements in templates are for scripts.
      .filter((_index, input) => shown(input).closest('template').length === 0)
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

  /** Sends a part of a file, as the form's script does. */
  async sendPart(query: string, bytes: Buffer, page: cheerio.CheerioAPI) {
    return this.own
      .post(`/application-files?locale=en&name=cv.pdf&${query}`)
      .set('Cookie', this.cookies())
      .set('content-type', 'application/octet-stream')
      .set(CSRF_HEADER, page(`${FORM} [name="${CSRF_FIELD}"]`).attr('value')!)
      .send(bytes);
  }
}

/** @returns the error messages of the form */
export const errorsOf = (html: string) =>
  load(html)('[role="alert"] li, [role="alert"] p')
    .map((_index, each) => folded(load(each).text()))
    .get();
