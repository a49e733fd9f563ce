import { LRUCache } from 'lru-cache';
import { PageMenuDocument } from '../contract/generated/operations.js';
import type { PageMenu } from '../contract/page-request.js';
import type { CallContext, GraphqlClient } from '../modules/graphql-client/index.js';

const FRESH_MS = 60_000;
const EMPTY: PageMenu = { items: [] };

/** The menus of all sites, asked for at most once a minute; a backend that does not answer leaves the last known one. */
export class Menus {
  private readonly known = new LRUCache<string, { menu: PageMenu; at: number }>({ max: 500 });

  constructor(
    private readonly client: GraphqlClient,
    private readonly now: () => number = Date.now,
  ) {}

  async get(name: string, context: CallContext): Promise<PageMenu> {
    const key = `${context.frontend.site} ${context.frontend.locale} ${name}`;
    const known = this.known.get(key);
    if (known && this.now() - known.at < FRESH_MS) return known.menu;
    const result = await this.client.request(PageMenuDocument, { name }, context);
    if (!result.ok) return known?.menu ?? EMPTY;
    const items = (result.data.menu?.items ?? []).map(({ url, ...item }) => ({ ...item, path: url.path }));
    const menu = { items };
    this.known.set(key, { menu, at: this.now() });
    return menu;
  }
}
