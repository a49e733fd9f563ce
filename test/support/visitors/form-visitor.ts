import * as cheerio from 'cheerio';
import type { Response } from 'supertest';
import { DEMO_PASSWORD } from '../products.mjs';
import type { SiteUnderTest } from '../data/site.js';

const MAX_TRIES = 5;

/** A browser without scripts: keeps cookies, fills in forms and submits them. */
export class FormVisitor {
  private readonly known = new Map<string, string>();

  constructor(private readonly site: SiteUnderTest) {}

  /** Logs in with a demo account. @param name part of its address before the `@` @param home path prefix of the site, for example `/de` */
  static async loggedIn(site: SiteUnderTest, name: string, home = ''): Promise<FormVisitor> {
    const visitor = new FormVisitor(site);
    const email = `${name}@demo.causeboard.test`;
    const logIn = () =>
      visitor.send(`${home}/user/login`, 'form[data-form="login"]', { email, password: DEMO_PASSWORD });
    let answer = await logIn();
    // Hashing the password makes this the slowest form; a busy server answers 503 and asks to try again.
    for (let tries = 1; answer.status === 503 && tries < MAX_TRIES; tries += 1) answer = await logIn();
    if (answer.status !== 303) throw new Error(`${email} is not logged in: ${answer.status}`);
    return visitor;
  }

  async get(path: string): Promise<Response> {
    return this.keep(await this.site.get(path).set('Cookie', this.cookie()));
  }

  async page(path: string): Promise<cheerio.CheerioAPI> {
    return cheerio.load((await this.get(path)).text);
  }

  /** Opens a page, fills in one of its forms and submits it. */
  async send(
    path: string,
    form: string,
    values: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const page = await this.page(path);
    const found = page(form).first();
    if (found.length === 0) throw new Error(`${path} has no ${form}: ${page('main').text().slice(0, 500)}`);
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

  /** Sends JSON, as a script of a page does. */
  async postJson(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    const request = this.site.post(path).set('Cookie', this.cookie()).set(headers).redirects(0).type('json');
    return this.keep(await request.send(body));
  }

  /** Sends a request to the product's own GraphQL endpoint. @returns the response as text */
  async ask(operationName: string, variables: object): Promise<string> {
    const request = this.site.post('/graphql').set('Cookie', this.cookie()).set('Content-Type', 'application/json');
    return (await request.send({ operationName, variables })).text;
  }

  has(cookie: string): boolean {
    return this.known.has(cookie);
  }

  /** Names and values of the cookies. */
  allCookies(): [name: string, value: string][] {
    return [...this.known];
  }

  /** Cookies for requests that a test makes itself; their responses must be passed to `took`. */
  protected cookies(): string {
    return this.cookie();
  }

  protected took(response: Response): Response {
    return this.keep(response);
  }

  private cookie(): string {
    return [...this.known].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keep(response: Response): Response {
    for (const line of (response.headers['set-cookie'] as unknown as string[] | undefined) ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) this.known.set(name!, value);
      else this.known.delete(name!);
    }
    return response;
  }
}
