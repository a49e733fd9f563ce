import type { Config } from 'vike/types';

/** Pages are HTML made on the server; browsers load `+client` and the islands, never the pages themselves. */
export default {
  clientRouting: false,
  clientHooks: false,
  meta: { Page: { env: { server: true, client: false } } },
} satisfies Config;
