// Options of `npm run bench` for the judged queries.
import { SPLITS } from './query-set.mjs';

const [TUNE, HELD_OUT] = SPLITS;

/**
 * @param {{ worst: string, weak: boolean, split?: string }} options as typed
 * @returns {{ worst: number, weak: boolean, split?: string } | { error: string }}
 */
export function relevanceOptions({ worst: typed, weak, split }) {
  const worst = Number(typed);
  if (!Number.isInteger(worst) || worst < 0) return { error: `--worst ${typed}: a whole number from 0.` };
  if (split !== undefined && !SPLITS.includes(split)) return { error: `--split ${split}: ${SPLITS.join(' or ')}.` };
  if (worst > 0 && split === HELD_OUT)
    return {
      error: `--worst shows queries, and nobody may see the part "${HELD_OUT}" who changes the search; --split ${TUNE} does.`,
    };
  return { worst, weak, split };
}
