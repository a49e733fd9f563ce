import type { ImportReport } from '../import/import-report.js';
import type { FeedCounts, ImportFeed } from './feed-store.js';

const SHOWN = 3;

/** Summarizes a run in sentences for the operator. */
export function importedMessage(
  id: number,
  report: Pick<ImportReport, 'refused'>,
  counts: FeedCounts,
  isReadable: boolean,
): string {
  const { rows, created, updated, unchanged, refused, closed, kept } = counts;
  const sentences = [
    `${rows} read: ${created} new, ${updated} changed, ${unchanged} as before, ${refused} refused; ${closed} closed.`,
  ];
  const shown = report.refused.slice(0, SHOWN).map(({ row, field, rule }) => `row ${row}: ${field} ${rule}`);
  if (shown.length > 0) sentences.push(`Refused: ${shown.join('; ')}${refused > SHOWN ? '; …' : ''}.`);
  if (kept > 0)
    sentences.push(
      `${kept} jobs are no longer in the feed. These are more than half, so none was closed. To close them: npm run feeds -- run ${id} --close-missing`,
    );
  if (!isReadable)
    sentences.push('Too many rows could not be read to determine which jobs are missing, so none was closed.');
  return sentences.join(' ');
}

/** Describes a feed in a list. */
export function feedLines(feed: ImportFeed, now: Date): string[] {
  const { id, site, organization, url, every_minutes, ran_at, outcome, message, failures, due_at } = feed;
  const whose = organization === null ? '' : `, ${organization}`;
  const result =
    ran_at === null
      ? 'never read'
      : `${outcome === 'failed' ? `failed ${failures > 1 ? `${failures} times, last ` : ''}` : `${outcome ?? ''} `}${when(ran_at)}`;
  const next = due_at <= now ? 'due now' : `next ${when(due_at)}`;
  return [
    `${id}  ${url}`,
    `   ${site}${whose}; every ${spell(every_minutes)}; ${result}; ${next}`,
    ...(message ? [`   ${message}`] : []),
  ];
}

function when(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function spell(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? 'day' : `${minutes / 1440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? 'hour' : `${minutes / 60} hours`;
  return `${minutes} minutes`;
}
