import type { BackendLogger } from '#contract/backend/backend.js';
import { ClusterError } from '../platform/embedded-postgres/cluster-files.js';
import { reportLines } from '../exchange/import/import-report.js';
import { openImporting } from '../exchange/import/open-importing.js';
import { addFeed, listFeeds, recordRun, removeFeed, takeFeed } from '../exchange/job-feed-import/feed-store.js';
import { type FeedCliOptions, type FeedCommand, parseFeedOptions, USAGE } from './feed-options.js';
import { type FeedEnvironment, runFeed, feedLines } from '../exchange/job-feed-import/run-feed.js';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const complain = (line: string): boolean => process.stderr.write(`${line}\n`);
const logger: BackendLogger = {
  info: () => undefined,
  warn: (_details, message) => complain(message),
  error: (details, message) => complain(`${message} ${JSON.stringify(details)}`),
};

/** @returns the exit code */
async function run({ command, sites, served, networks, ...where }: FeedCliOptions): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const { close, ...opened } = await openImporting(where, logger);
  const { signal } = interruption;
  try {
    const environment = { ...opened, sites, fetching: { networks }, clock: () => new Date(), signal };
    return await carryOut(command, environment, served);
  } finally {
    await close();
  }
}

async function carryOut(
  command: FeedCommand,
  environment: FeedEnvironment,
  served: readonly string[] | undefined,
): Promise<number> {
  const { database, clock } = environment;
  switch (command.name) {
    case 'add': {
      const { site, url, organization = null, format = null, source, everyMinutes, allowIncomplete } = command;
      const added = await addFeed(database, {
        site,
        url,
        organization,
        format,
        source,
        every_minutes: everyMinutes,
        allow_incomplete: allowIncomplete,
        now: clock(),
      });
      if ('other' in added) {
        complain(
          source === undefined
            ? `Feed ${added.other} reads this address already. Its jobs would be imported a second time.`
            : `The source ${source} belongs to feed ${added.other} of ${site}.`,
        );
        return EXIT_FAILED;
      }
      const { id } = added;
      say(
        served?.includes(site) === false
          ? `Added feed ${id}. SITE and SITES do not name ${site}: only a server of ${site} reads it regularly. To read it now, run: npm run feeds -- run ${id}`
          : `Added feed ${id}. A running server reads it now; without one, run: npm run feeds -- run ${id}`,
      );
      return 0;
    }
    case 'list': {
      const feeds = await listFeeds(database, command.site);
      if (feeds.length === 0) say('There are no feeds.');
      for (const feed of feeds) for (const line of feedLines(feed, clock())) say(line);
      return 0;
    }
    case 'remove': {
      const source = await removeFeed(database, command.id);
      if (source === undefined) {
        complain(`There is no feed ${command.id}.`);
        return EXIT_FAILED;
      }
      say(`Feed ${command.id} was removed. Its jobs stay published until they close.`);
      say(
        `To continue it with another address, add that with --source ${source}: otherwise, its jobs are created again.`,
      );
      return 0;
    }
    case 'run':
      return runNow(command, environment);
  }
}

async function runNow(
  { id, closeMissing }: Extract<FeedCommand, { name: 'run' }>,
  environment: FeedEnvironment,
): Promise<number> {
  const { database, clock } = environment;
  const feed = await takeFeed(database, id, clock());
  if (feed === 'missing' || feed === 'running') {
    complain(feed === 'missing' ? `There is no feed ${id}.` : `Feed ${id} is being read at the moment.`);
    return EXIT_FAILED;
  }
  const { report, ...outcome } = await runFeed(feed, environment, { closeMissing });
  await recordRun(database, feed, outcome, clock());
  if (report) for (const line of reportLines(report, undefined)) say(line);
  (outcome.outcome === 'failed' ? complain : say)(outcome.message);
  return outcome.outcome === 'failed' ? EXIT_FAILED : 0;
}

const options = parseFeedOptions(process.argv.slice(2));
if ('error' in options) {
  complain(`${options.error}\n${USAGE}`);
  process.exitCode = EXIT_USAGE;
} else {
  try {
    process.exitCode = await run(options);
  } catch (error) {
    const { message, stack } = error as Error;
    complain(error instanceof ClusterError ? message : `The command failed: ${stack ?? message}`);
    process.exitCode = EXIT_FAILED;
  }
}
