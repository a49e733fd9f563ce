import * as cheerio from 'cheerio';
import type { Response } from 'supertest';
import { FormVisitor } from './form-visitor.js';
import { DEMO_PASSWORD } from '../products.mjs';
import type { SiteUnderTest } from '../data/site.js';

type Chosen = [input: string, name: string, content: Buffer];

/** A browser without scripts that submits forms with all their values, including files. */
export class RecruiterVisitor extends FormVisitor {
  constructor(private readonly own: SiteUnderTest) {
    super(own);
  }

  /** @param home path prefix of the site, for example `/de` */
  static async of(site: SiteUnderTest, email = 'recruiter@demo.causeboard.test', password = DEMO_PASSWORD, home = '') {
    const visitor = new RecruiterVisitor(site);
    const answer = await visitor.send(`${home}/user/login`, 'form[data-form="login"]', { email, password });
    if (answer.status !== 303) throw new Error(`${email} is not logged in: ${answer.status}`);
    return visitor;
  }

  /** Opens a page, changes some values of its form and submits all of them. */
  async fill(
    path: string,
    form: string,
    values: Record<string, string>,
    files: readonly Chosen[] = [],
  ): Promise<Response> {
    return this.fillShown((await this.get(path)).text, form, values, files);
  }

  /** Does the same with a page that is already loaded. @param values undefined: not sent, like an unchecked checkbox */
  async fillShown(
    html: string,
    form: string,
    values: Record<string, string | undefined>,
    files: readonly Chosen[] = [],
  ): Promise<Response> {
    const page = cheerio.load(html);
    const found = page(form).first();
    const sent = new Map<string, string[]>();
    const add = (name: string | undefined, value: string) => {
      if (name) sent.set(name, [...(sent.get(name) ?? []), value]);
    };
    found.find('input, textarea, select').each((_index, each) => {
      const element = page(each);
      const type = element.attr('type') ?? 'text';
      if (type === 'file' || ((type === 'checkbox' || type === 'radio') && !element.is('[checked]'))) return;
      if (each.tagName === 'select') add(element.attr('name'), element.find('option[selected]').attr('value') ?? '');
      else add(element.attr('name'), each.tagName === 'textarea' ? element.text() : (element.attr('value') ?? ''));
    });
    for (const [name, value] of Object.entries(values))
      if (value === undefined) sent.delete(name);
      else sent.set(name, [value]);
    const action = found.attr('action')!.replace(/#.*/, '');
    if (found.attr('enctype') !== 'multipart/form-data')
      return this.post(action, Object.fromEntries([...sent].map(([name, all]) => [name, all[0]!])));
    let request = this.own.post(action).set('Cookie', this.cookies()).redirects(0);
    for (const [name, all] of sent) for (const value of all) request = request.field(name, value);
    for (const [input, name, content] of files) request = request.attach(input, content, { filename: name });
    return this.took(await request);
  }
}
