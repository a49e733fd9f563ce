import type { BackendLogger } from '#contract/backend/backend.js';
import { type FeedRun, recordRun, takeDueFeed } from './feed-store.js';
import { type FeedEnvironment, runFeed } from './run-feed.js';

const RETRY_MS = 3_600_000;

/** Runs the feeds that are due, one after the other. A feed that fails stops no other. @returns how many it ran */
export async function runDueFeeds(environment: FeedEnvironment, logger: BackendLogger): Promise<number> {
  const { database, sites, clock, signal } = environment;
  const names = sites.map(({ name }) => name);
  let count = 0;
  for (; !signal?.aborted; count++) {
    const feed = await takeDueFeed(database, { sites: names, now: clock() });
    if (!feed) break;
    const run = await runFeed(feed, environment).catch(async (error: unknown) => {
      await recordRun(database, feed, brokenRun(environment), clock());
      throw error;
    });
    await recordRun(database, feed, run, clock());
    const details = { feed: feed.id, site: feed.site, ...run.counts };
    if (run.outcome === 'failed') logger.warn({ ...details, reason: run.message }, 'A feed could not be read');
    else logger.info({ ...details, outcome: run.outcome }, 'Read a feed');
  }
  return count;
}

/** The fault is ours, or the database's, and in the log. */
function brokenRun({ clock }: Pick<FeedEnvironment, 'clock'>): FeedRun {
  const dueAt = new Date(clock().getTime() + RETRY_MS);
  return {
    outcome: 'failed',
    message: 'The run ended with a fault of the program; the log of the server has it.',
    dueAt,
  };
}
