import { MAX_BOOKMARKS } from '#contract/bookmarks.js';
import {
  BookmarkedJobsDocument,
  type BookmarkedJobFragment,
  ChangeBookmarksDocument,
} from '#contract/generated/operations.js';
import { browserGraphql } from '../../../lib/browser-graphql';
import {
  copyBookmarks,
  readBookmarks,
  SAVED_JOBS_CHANGED,
  type Bookmark,
  type BookmarkChange,
  bookmarksAccount,
} from './bookmarks';

/** Changes that are not saved in the account yet: the connection may be lost for a long time. */
interface Unsent {
  account: string;
  /** Ids of jobs and whether they are saved, the latest change last. */
  changes: [id: string, saved: boolean][];
}

const UNSENT_KEY = 'saved-jobs-unsent';
const READ_KEY = 'saved-jobs-read-at';
/**
 * Interval between requests for the list, in milliseconds: other devices change it as well, but not every page needs a
 * request.
 */
const READ_EVERY_MS = 5 * 60_000;

/**
 * Synchronises the list of a device with that of the account (APP-05). Jobs saved before login are added to the
 * account.
 *
 * @param notice identifies the user
 */
export function syncBookmarks(notice: HTMLElement): void {
  const account = notice.dataset.sessionNotice!;
  const bookmarks = new AccountBookmarks(account);
  if (bookmarksAccount() === undefined) for (const { id } of readBookmarks().reverse()) bookmarks.note(id, true);
  addEventListener(SAVED_JOBS_CHANGED, ({ detail }: CustomEventInit<BookmarkChange>) => {
    if (!detail) return;
    const owner = bookmarksAccount();
    // The list is that of another account, which has logged in in another tab, with a change of this one: every page must read its own again.
    if (owner !== undefined && owner !== account) copyBookmarks('', readBookmarks());
    bookmarks.note(detail.id, detail.saved);
    bookmarks.sync();
  });
  addEventListener('online', () => bookmarks.sync());
  if (bookmarksAccount() !== account || bookmarks.unsent.length > 0 || isOld()) bookmarks.sync();
}

class AccountBookmarks {
  private syncing = Promise.resolve();

  constructor(private readonly account: string) {}

  get unsent(): Unsent['changes'] {
    try {
      const { account, changes } = JSON.parse(localStorage.getItem(UNSENT_KEY) ?? '{}') as Partial<Unsent>;
      return account === this.account && Array.isArray(changes) ? changes : [];
    } catch {
      return [];
    }
  }

  note(job: string, saved: boolean): void {
    this.store([...this.unsent.filter(([id]) => id !== job), [job, saved]]);
  }

  /** Runs one request after another; a failed change is retried with the next one. */
  sync(): void {
    this.syncing = this.syncing.then(() => this.sendAndRead()).catch(() => undefined);
  }

  private async sendAndRead(): Promise<void> {
    const sent = this.unsent.slice(-MAX_BOOKMARKS);
    const jobs = await ask(sent, this.account);
    const rest = this.unsent.filter(([id, saved]) => !sent.some((each) => each[0] === id && each[1] === saved));
    this.store(rest);
    sessionStorage.setItem(READ_KEY, String(Date.now()));
    // Changes made meanwhile are sent next; until then, the local list is shown.
    if (rest.length === 0) copyBookmarks(this.account, jobs.map(toBookmark));
    if (sent.length > 0) await updateDashboard();
  }

  private store(changes: Unsent['changes']): void {
    try {
      localStorage.setItem(UNSENT_KEY, JSON.stringify({ account: this.account, changes } satisfies Unsent));
    } catch {
      // Without storage, nothing is saved on the device either.
    }
  }
}

/** Updates a dashboard that was rendered before the account received the changes. */
async function updateDashboard(): Promise<void> {
  const panel = document.getElementById('bookmarks');
  if (!panel) return;
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById('bookmarks');
  if (fresh) panel.replaceWith(document.adoptNode(fresh));
}

/** @throws if there is no answer, or another account is logged in now */
async function ask(changes: Unsent['changes'], account: string): Promise<readonly BookmarkedJobFragment[]> {
  const options = { locale: document.documentElement.lang, account };
  if (changes.length === 0) return (await browserGraphql(BookmarkedJobsDocument, {}, options)).bookmarkedJobs;
  const idsOf = (wanted: boolean): string[] => changes.filter(([, saved]) => saved === wanted).map(([id]) => id);
  const variables = { add: idsOf(true).reverse(), remove: idsOf(false) };
  return (await browserGraphql(ChangeBookmarksDocument, variables, options)).changeBookmarks;
}

function toBookmark({ id, title, url, organizationName, address, ...end }: BookmarkedJobFragment): Bookmark {
  const place = address?.locality ?? address?.administrativeArea;
  return { id, title, path: url.path, facts: [organizationName, place, endText(end)].filter(Boolean).join(' · ') };
}

/** Formatted with the texts of the page. @returns undefined if a job has no end date */
function endText({ expiration, timeZone, closed }: Pick<BookmarkedJobFragment, 'expiration' | 'timeZone' | 'closed'>) {
  const texts = document.getElementById('saved-jobs')?.dataset;
  if (closed) return texts?.closed;
  if (!expiration) return undefined;
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeZone });
  return texts?.closes?.replace('{date}', date.format(new Date(expiration)));
}

function isOld(): boolean {
  return Date.now() - Number(sessionStorage.getItem(READ_KEY) ?? 0) > READ_EVERY_MS;
}
