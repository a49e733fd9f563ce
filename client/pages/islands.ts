import type { IslandLoader } from '../lib/islands/start-islands';

/** Every island by the name that `<Island>` is given. Each is a script of its own. */
export const islands: Record<string, IslandLoader> = {};
