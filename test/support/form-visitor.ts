import * as cheerio from 'cheerio';
import type { Response } from 'supertest';
import { DEMO_PASSWORD } from './products.mjs';
import type { SiteUnderTest } from './site.js';

/** A browser without scripts: keeps cookies, fills in forms and sends them as they are. */
export class FormVisitor {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly site: SiteUnderTest) {}

  /** Logs in with a demo account, by its name before the `@`. */
  static async loggedIn(site: SiteUnderTest, name: string): Promise<FormVisitor> {
    const visitor = new FormVisitor(site);
    const email = `${name}@demo.causeboard.test`;
    const answer = await visitor.send('/user/login', 'form[data-form="login"]', { email, password: DEMO_PASSWORD });
    if (answer.status !== 303) throw new Error(`${email} is not logged in: ${answer.status}`);
    return visitor;
  }

  async get(path: string): Promise<Response> {
    return this.keep(await this.site.get(path).set('Cookie', this.cookie()));
  }

  async page(path: string): Promise<cheerio.CheerioAPI> {
    return cheerio.load((await this.get(path)).text);
  }

  /** Opens a page, fills in one of its forms and sends it. */
  async send(
    path: string,
    form: string,
    values: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const page = await this.page(path);
    const found = page(form).first();
    const sent: Record<string, string> = {};
    found.find('input[type="hidden"], input[checked]').each((_index, input) => {
      sent[page(input).attr('name')!] = page(input).attr('value') ?? '';
    });
    return this.post(found.attr('action')!.replace(/#.*/, ''), { ...sent, ...values }, headers);
  }

  async post(path: string, values: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const request = this.site.post(path).set('Cookie', this.cookie()).set(headers).redirects(0).type('form');
    return this.keep(await request.send(values));
  }

  has(cookie: string): boolean {
    return this.cookies.has(cookie);
  }

  private cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keep(response: Response): Response {
    for (const line of (response.headers['set-cookie'] as unknown as string[] | undefined) ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) this.cookies.set(name!, value);
      else this.cookies.delete(name!);
    }
    return response;
  }
}
