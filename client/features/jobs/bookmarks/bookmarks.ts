import { MAX_BOOKMARKS } from '#contract/bookmarks.js';

/** A job saved on this device. */
export interface Bookmark {
  id: string;
  title: string;
  path: string;
  /** Employer and place, if known. */
  facts?: string;
}

/** The change made by a click. */
export interface BookmarkChange {
  id: string;
  saved: boolean;
}

const KEY = 'saved-jobs';
/** Key of the account to which the list belongs; missing if it was saved without an account. */
const ACCOUNT_KEY = 'saved-jobs-account';
/** Event on the window whenever the list has changed in this tab; `detail` is the change if a click caused it. */
export const SAVED_JOBS_CHANGED = 'saved-jobs-changed';

/** The saved jobs, the latest first; empty if storage is unavailable. */
export function readBookmarks(): Bookmark[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isBookmark) : [];
  } catch {
    return [];
  }
}

/** Saves a job, or removes a saved one. @returns whether it is saved now */
export function toggleBookmark(job: Bookmark): boolean {
  const others = readBookmarks().filter(({ id }) => id !== job.id);
  const known = readBookmarks().length > others.length;
  write(known ? others : [job, ...others].slice(0, MAX_BOOKMARKS), { id: job.id, saved: !known });
  return !known;
}

/** @returns the account whose list was copied; undefined if there is none */
export function bookmarksAccount(): string | undefined {
  try {
    return localStorage.getItem(ACCOUNT_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the list with the one of an account. */
export function copyBookmarks(account: string, jobs: Bookmark[]): void {
  try {
    localStorage.setItem(ACCOUNT_KEY, account);
  } catch {
    // Without storage, nothing is saved.
  }
  write(jobs);
}

/** Removes the list of an account after logout; a list that was saved without an account stays. */
export function leaveBookmarks(): void {
  if (bookmarksAccount() === undefined) return;
  localStorage.removeItem(ACCOUNT_KEY);
  write([]);
}

function write(jobs: Bookmark[], change?: BookmarkChange): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(jobs));
  } catch {
    // If storage is full or forbidden, nothing is saved; the buttons show it.
  }
  dispatchEvent(new CustomEvent(SAVED_JOBS_CHANGED, { detail: change }));
}

function isBookmark(value: unknown): value is Bookmark {
  const { id, title, path } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof title === 'string' && typeof path === 'string' && path.startsWith('/');
}
