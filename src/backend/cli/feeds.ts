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
async function run({ command, sites, networks, ...where }: FeedCliOptions): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const { close, ...opened } = await openImporting(where, logger);
  const { signal } = interruption;
  try {
    return await carryOut(command, { ...opened, sites, fetching: { networks }, clock: () => new Date(), signal });
  } finally {
    await close();
  }
}

async function carryOut(command: FeedCommand, environment: FeedEnvironment): Promise<number> {
  const { database, clock } = environment;
  switch (command.name) {
    case 'add': {
      const { site, url, organization = null, format = null, source, everyMinutes, allowIncomplete } = command;
      const id = await addFeed(database, {
        site,
        url,
        organization,
        format,
        source,
        every_minutes: everyMinutes,
        allow_incomplete: allowIncomplete,
        now: clock(),
      });
      if (id === undefined) {
        complain(`The source ${source ?? ''} belongs to another feed of ${site}.`);
        return EXIT_FAILED;
      }
      say(`Added feed ${id}. A running server reads it now; without one, run: npm run feeds -- run ${id}`);
      return 0;
    }
    case 'list': {
      const feeds = await listFeeds(database, command.site);
      if (feeds.length === 0) say('There are no feeds.');
      for (const feed of feeds) for (const line of feedLines(feed, clock())) say(line);
      return 0;
    }
    case 'remove': {
      const isGone = await removeFeed(database, command.id);
      if (isGone) say(`Feed ${command.id} was removed. Its jobs stay published until they close.`);
      else complain(`There is no feed ${command.id}.`);
      return isGone ? 0 : EXIT_FAILED;
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
