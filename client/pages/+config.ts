import type { Config } from 'vike/types';

/**
 * Pages are HTML rendered on the server; browsers load `+client` and the islands, never the pages themselves.
 *
 * A page consists of `+Page.tsx`, which renders it, and `+load.server.ts`, which requests its data from the backend.
 * Vike finds, builds and reloads both; `render-page.tsx` runs them.
 */
export default {
  clientRouting: false,
  clientHooks: false,
  meta: {
    Page: { env: { server: true, client: false } },
    load: { env: { server: true } },
  },
} satisfies Config;
