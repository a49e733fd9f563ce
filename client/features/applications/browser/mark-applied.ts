import { AppliedToDocument } from '#contract/generated/operations.js';
import { browserGraphql } from '../../../lib/browser-graphql';

/** Jobs that somebody has applied for and when, as this tab remembers them. */
interface Applied {
  account: string;
  readAt: number;
  /** By the id of the job: an ISO date. */
  jobs: Record<string, string>;
}

const KEY = 'applied-jobs';
/** Every page need not ask. */
const READ_EVERY_MS = 5 * 60_000;
/** On pages that come after something was sent or withdrawn. */
const CHANGED = '[data-application-sent], [data-application-withdrawn]';

/**
 * Says on the cards of jobs which of them somebody has applied for. Cards come from pages that are the same for everybody; cards that come
 * later, with other results, are marked as well.
 *
 * @param notice says whose account it is (`data-session-notice`), and holds the words of the mark (`data-applied`)
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
  // Whoever leaves the page before the answer has come asks on the next one.
  if (document.querySelector(CHANGED)) remember({ account, readAt: 0, jobs: remembered(account)?.jobs ?? {} });
  const known = remembered(account);
  if (known && Date.now() - known.readAt < READ_EVERY_MS) return known.jobs;
  try {
    const { ownApplications } = await browserGraphql(AppliedToDocument, {}, { locale: document.documentElement.lang });
    const open = ownApplications.filter(({ state }) => state !== 'withdrawn');
    const jobs = Object.fromEntries(open.map(({ job, created }) => [job.id, created]));
    remember({ account, readAt: Date.now(), jobs });
    return jobs;
  } catch {
    // Without a connection, what was known is the best there is.
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
    // A browser that keeps nothing asks again on the next page.
  }
}
