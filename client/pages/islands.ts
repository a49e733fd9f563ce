import type { IslandLoader } from '../lib/islands/start-islands';

/** Every island by the name that `<Island>` is given. Each is a script of its own. */
export const islands: Record<string, IslandLoader> = {
  captcha: async () => (await import('../features/account/captcha/captcha')).Captcha,
  'search-box': async () => (await import('../components/search/search-box')).SearchBox,
  'filter-count': async () => (await import('../features/jobs/list/filter-count')).FilterCount,
};
