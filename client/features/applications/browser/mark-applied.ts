import { AppliedToDocument } from '#contract/generated/operations.js';
import { browserGraphql } from '../../../lib/browser-graphql';

/** The user's applications, with their dates, as cached in this tab. */
interface Applied {
  account: string;
  readAt: number;
  /** ISO date of the application, by the job's id. */
  jobs: Record<string, string>;
}

const KEY = 'applied-jobs';
/** Interval between requests for the list, so that not every page needs one, in milliseconds. */
const READ_EVERY_MS = 5 * 60_000;
/** Present on pages that follow sending or withdrawing an application. */
const CHANGED = '[data-application-sent], [data-application-withdrawn]';

/**
 * Marks the cards of jobs for which the user has applied. The pages with the cards are the same for everybody; cards
 * that are added later, with other results, are marked as well.
 *
 * @param notice identifies the account (`data-session-notice`) and contains the text of the mark (`data-applied`)
 */
export function markApplied(notice: HTMLElement, until: AbortSignal): void {
  const { sessionNotice: account = '', applied: words = '' } = notice.dataset;
  void appliedTo(account).then((jobs) => {
    if (until.aborted || Object.keys(jobs).length === 0) return;
    const mark = (): void => {
      for (const link of document.querySelectorAll<HTMLElement>('li a[data-job]')) markCard(link, jobs, words);
    };
    const watcher = new MutationObserver(mark);
    watcher.observe(document.body, { childList: true, subtree: true });
    until.addEventListener('abort', () => watcher.disconnect());
    mark();
  });
}

function markCard(link: HTMLElement, jobs: Applied['jobs'], words: string): void {
  const sent = jobs[link.dataset.job ?? ''];
  const facts = link.closest('li')?.querySelector('ul');
  if (sent === undefined || !facts || facts.querySelector('[data-applied-mark]')) return;
  const item = document.createElement('li');
  item.dataset.appliedMark = '';
  const { lang } = document.documentElement;
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(new Date(sent));
  item.textContent = words.replace('{date}', () => date);
  facts.prepend(item);
}

async function appliedTo(account: string): Promise<Applied['jobs']> {
  // If the user leaves the page before the response arrives, the next page sends the request again.
  if (document.querySelector(CHANGED)) remember({ account, readAt: 0, jobs: remembered(account)?.jobs ?? {} });
  const known = remembered(account);
  if (known && Date.now() - known.readAt < READ_EVERY_MS) return known.jobs;
  try {
    const options = { locale: document.documentElement.lang, account };
    const { ownApplications } = await browserGraphql(AppliedToDocument, {}, options);
    const open = ownApplications.filter(({ state }) => state !== 'withdrawn');
    const jobs = Object.fromEntries(open.map(({ job, created }) => [job.id, created]));
    remember({ account, readAt: Date.now(), jobs });
    return jobs;
  } catch {
    // Without a connection, or if another account is logged in now, the cached list is used.
    return known?.jobs ?? {};
  }
}

function remembered(account: string): Applied | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Applied | null;
    return stored?.account === account ? stored : undefined;
  } catch {
    return undefined;
  }
}

function remember(applied: Applied): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(applied));
  } catch {
    // Without storage, the next page sends the request again.
  }
}
