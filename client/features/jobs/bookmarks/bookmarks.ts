import { MAX_BOOKMARKS } from '#contract/bookmarks.js';

/** A job kept on this device. */
export interface Bookmark {
  id: string;
  title: string;
  path: string;
  /** Employer and place, where they are known. */
  facts?: string;
}

/** What a click has changed. */
export interface BookmarkChange {
  id: string;
  saved: boolean;
}

const KEY = 'saved-jobs';
/** Whose the list is; missing: nobody's, it was kept without an account. */
const ACCOUNT_KEY = 'saved-jobs-account';
/** Said on the window whenever the list has changed in this tab; `detail` is the change when a click made it. */
export const SAVED_JOBS_CHANGED = 'saved-jobs-changed';

/** The kept jobs, the latest first; none where the browser keeps nothing. */
export function readBookmarks(): Bookmark[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isBookmark) : [];
  } catch {
    return [];
  }
}

/** Keeps a job, or lets go of one that was kept. @returns whether it is kept now */
export function toggleBookmark(job: Bookmark): boolean {
  const others = readBookmarks().filter(({ id }) => id !== job.id);
  const known = readBookmarks().length > others.length;
  write(known ? others : [job, ...others].slice(0, MAX_BOOKMARKS), { id: job.id, saved: !known });
  return !known;
}

/** @returns whose account the list is a copy of; undefined: of none */
export function bookmarksAccount(): string | undefined {
  try {
    return localStorage.getItem(ACCOUNT_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Makes the list a copy of what an account keeps. */
export function copyBookmarks(account: string, jobs: Bookmark[]): void {
  try {
    localStorage.setItem(ACCOUNT_KEY, account);
  } catch {
    // Then nothing is kept at all.
  }
  write(jobs);
}

/** Of whoever was logged in, nothing stays on the device; what was kept without an account does. */
export function leaveBookmarks(): void {
  if (bookmarksAccount() === undefined) return;
  localStorage.removeItem(ACCOUNT_KEY);
  write([]);
}

function write(jobs: Bookmark[], change?: BookmarkChange): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(jobs));
  } catch {
    // A full or forbidden storage keeps nothing; the buttons show it.
  }
  dispatchEvent(new CustomEvent(SAVED_JOBS_CHANGED, { detail: change }));
}

function isBookmark(value: unknown): value is Bookmark {
  const { id, title, path } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof title === 'string' && typeof path === 'string' && path.startsWith('/');
}
