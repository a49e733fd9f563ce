import * as cheerio from 'cheerio';
import supertest, { type Response, type Test } from 'supertest';
import { HOSTS } from '../products.mjs';

export type SiteName = keyof typeof HOSTS;

/** The product with its embedded backend, and the product with an external one: the same tests must pass for both (GQL-05). */
export const PRODUCTS: [name: string, url: string][] = [
  ['embedded backend', process.env.TEST_EMBEDDED ?? ''],
  ['external backend', process.env.TEST_EXTERNAL ?? ''],
];

export interface FetchedPage {
  status: number;
  headers: Record<string, string>;
  html: string;
  $: cheerio.CheerioAPI;
  /** Text of the elements, with white space collapsed. */
  texts(selector: string): string[];
  jsonLd(type: string): Record<string, unknown> | undefined;
}

/** One site of a running product. */
export class SiteUnderTest {
  constructor(
    private readonly url: string,
    private readonly site: SiteName = 'default',
  ) {}

  get(path: string): Test {
    return supertest(this.url).get(path).set('Host', HOSTS[this.site]);
  }

  post(path: string): Test {
    return supertest(this.url).post(path).set('Host', HOSTS[this.site]);
  }

  async page(path: string): Promise<FetchedPage> {
    const response = await this.get(path);
    const $ = cheerio.load(response.text);
    return {
      status: response.status,
      headers: response.headers,
      html: response.text,
      $,
      texts: (selector) =>
        $(selector)
          .map((_index, element) => folded($(element).text()))
          .get(),
      jsonLd: (type) => {
        const scripts = $('script[type="application/ld+json"]').toArray();
        const all = scripts.map((script) => JSON.parse($(script).text()) as Record<string, unknown>);
        return all.find((data) => data['@type'] === type);
      },
    };
  }

  /**
   * Requests a file, and asks whether it is still current. If another test has changed it in between, it is asked again with the new ETag.
   *
   * @returns the ETag, and the response to a request that named it
   */
  async revalidate(path: string): Promise<{ etag: string; again: Response }> {
    for (let etag = (await this.get(path)).headers['etag']!; ;) {
      const again = await this.get(path).set('If-None-Match', etag);
      const current = again.headers['etag']!;
      if (again.status !== 200 || current === etag) return { etag, again };
      etag = current;
    }
  }

  /** Sends a request to the product's own GraphQL endpoint. */
  async graphql<T>(operationName: string, variables: object = {}): Promise<T> {
    const response = await this.post('/graphql')
      .set('Content-Type', 'application/json')
      .send({ operationName, variables });
    const { data, errors } = response.body as { data: T; errors?: { message: string }[] };
    if (errors?.length) throw new Error(errors[0]!.message);
    return data;
  }
}

export function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Titles, paths and total number of jobs on a page of results. */
export function results(page: FetchedPage): { titles: string[]; paths: string[]; total: number } {
  const links = page.$('[data-region="results"] h2 a[href*="/job/"]');
  const total = /[\d,.\s]*\d/.exec(folded(page.$('main h1').first().text()))?.[0] ?? '0';
  return {
    titles: links.map((_index, link) => folded(page.$(link).text())).get(),
    paths: links.map((_index, link) => page.$(link).attr('href') ?? '').get(),
    total: Number(total.replace(/\D/g, '')),
  };
}

/** Values of a facet with their counts, as shown on the page. */
export function facet(
  page: FetchedPage,
  name: string,
): { value: string; label: string; count: number; chosen: boolean }[] {
  return page
    .$(`input:is([type="checkbox"], [type="radio"])[name="${name}"]`)
    .map((_index, input) => {
      const label = page.$(input).closest('label').clone();
      const count = Number(folded(label.find('small').text()).replace(/\D/g, ''));
      label.find('small').remove();
      return {
        value: page.$(input).attr('value') ?? '',
        label: folded(label.text()),
        count,
        chosen: page.$(input).is('[checked]'),
      };
    })
    .get();
}
