import { PageMenuDocument, type PageMenuQuery } from '#contract/generated/operations.js';
import type { PageMenu } from '#contract/pages/page-request.js';
import { type RequestContext, type GraphqlClient, LastGoodCache } from '../modules/graphql-client/index.js';

const FRESH_MS = 60_000;
const EMPTY: PageMenu = { items: [] };

/** The menus of all sites, kept; a backend that does not answer leaves the last known one. */
export class Menus {
  private readonly known = new LastGoodCache<PageMenu>(FRESH_MS);

  constructor(private readonly client: GraphqlClient) {}

  /**
   * @param version of the data, if it is known
   * @returns the menu, and whether it is the one of today
   */
  async get(
    name: string,
    context: RequestContext,
    version: string | undefined,
  ): Promise<{ menu: PageMenu; current: boolean }> {
    const key = `${context.frontend.site} ${context.frontend.locale} ${name}`;
    const answer = await this.known.get(key, version, async () => {
      const result = await this.client.request(PageMenuDocument, { name }, context);
      return result.ok ? { ok: true, data: menuOf(result.data) } : result;
    });
    return answer.ok ? { menu: answer.data, current: true } : { menu: answer.old ?? EMPTY, current: false };
  }
}

function menuOf({ menu }: PageMenuQuery): PageMenu {
  return { items: (menu?.items ?? []).map(({ url, ...item }) => ({ ...item, path: url.path })) };
}
