import { AppConfigDocument } from '#contract/generated/operations.js';
import { type RequestContext, type GraphqlClient, LastGoodCache } from '../modules/graphql-client/index.js';

const FRESH_MS = 60_000;

/** What the backend tells its frontends to do, by name; kept. */
export class AppConfigs {
  private readonly known = new LastGoodCache<ReadonlyMap<string, string>>(FRESH_MS);

  constructor(private readonly client: GraphqlClient) {}

  /** @param version of the data, if it is known. @returns undefined where nothing is said, or cannot be asked for now */
  async get(name: string, context: RequestContext, version: string | undefined): Promise<string | undefined> {
    const answer = await this.known.get(context.frontend.site, version, async () => {
      const result = await this.client.request(AppConfigDocument, {}, context);
      if (!result.ok) return result;
      return { ok: true, data: new Map(result.data.getAppConfig.map((entry) => [entry.name, entry.value])) };
    });
    return (answer.ok ? answer.data : answer.old)?.get(name);
  }
}
