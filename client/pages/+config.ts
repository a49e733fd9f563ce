import type { Config } from 'vike/types';

/**
 * Pages are HTML made on the server; browsers load `+client` and the islands, never the pages themselves.
 *
 * A page is `+Page.tsx`, what it shows, and `+load.server.ts`, what it asks the backend for. Vike finds, builds and reloads both;
 * `render-page.tsx` runs them.
 */
export default {
  clientRouting: false,
  clientHooks: false,
  meta: {
    Page: { env: { server: true, client: false } },
    load: { env: { server: true } },
  },
} satisfies Config;
