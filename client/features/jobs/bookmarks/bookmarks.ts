import { MAX_BOOKMARKS } from '#contract/bookmarks.js';
import { type Href, hrefIn } from '#contract/pages/route-names.js';
import { readIslandPage } from '../../../lib/islands/island-page';
import { track } from '../../../lib/measurement/track';

/** A job saved on this device. */
export interface Bookmark {
  id: string;
  title: string;
  /** The address on the page where the job was saved, or the path of a job of the account, which has no language. */
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
function toggleBookmark(job: Bookmark): boolean {
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

/** Activates all `data-save` buttons of the page, including those that are added later, and the list of saved jobs. */
export function startBookmarks(): void {
  startBookmarksDialog();
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-save]') : null;
    const job = button && jobOf(button);
    if (job && toggleBookmark(job)) track('job_bookmark', { entity_id: job.id });
  });
  const show = () => {
    showBookmarks();
    for (const button of document.querySelectorAll<HTMLElement>('[data-save]')) showSaveButton(button);
  };
  addEventListener(SAVED_JOBS_CHANGED, show);
  addEventListener('storage', show);
  // A page restored from the back-forward cache may have missed a change.
  addEventListener('pageshow', ({ persisted }) => persisted && show());
  showBookmarks();
}

/** Shows on a button whether its job is saved. */
export function showSaveButton(button: HTMLElement): void {
  button.setAttribute('aria-pressed', String(readBookmarks().some(({ id }) => id === button.dataset.save)));
}

function jobOf(button: HTMLElement): Bookmark | undefined {
  const id = button.dataset.save;
  const card = button.closest('li');
  const link = card?.querySelector<HTMLAnchorElement>('a[data-job]');
  const facts = card?.querySelector('p')?.textContent;
  const title = link?.textContent ?? button.closest('article')?.querySelector('h1, h2')?.textContent;
  const path = link?.getAttribute('href') ?? button.dataset.path;
  return id && title && path ? { id, title, path, ...(facts && { facts }) } : undefined;
}

/** Opens and closes the dialog with the saved jobs. */
function startBookmarksDialog(): void {
  const dialog = bookmarksDialog();
  if (!dialog) return;
  document.addEventListener('click', (event) => {
    const part = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-saved]') : null;
    if (part?.dataset.saved === 'open') dialog.showModal();
    if (part?.dataset.saved === 'close') dialog.close();
  });
}

/** The jobs that the dialog lists. */
let listed: Bookmark[] = [];

/** Shows the number of saved jobs, and their list; the focus stays where it is in the list. */
function showBookmarks(): void {
  const jobs = readBookmarks();
  const count = document.querySelector('[data-saved="count"]');
  if (count) count.textContent = jobs.length ? String(jobs.length) : '';
  const dialog = bookmarksDialog();
  const list = dialog?.querySelector('ul');
  const template = dialog?.querySelector('template');
  if (!dialog || !list || !template) return;
  if (JSON.stringify(jobs) === JSON.stringify(listed)) return;
  const place = [...list.children].findIndex((item) => item.contains(document.activeElement));
  const part = document.activeElement!.localName;
  const focused = jobs.findIndex(({ id }) => id === listed[place]?.id);
  const href = addressIn();
  list.replaceChildren(...jobs.map((job) => listItem(template, job, href)));
  listed = jobs;
  dialog.querySelector('p')!.hidden = jobs.length > 0;
  if (place < 0) return;
  // The same job; if it was removed, the one in its place.
  const item = list.children[focused < 0 ? Math.min(place, jobs.length - 1) : focused];
  (item ?? dialog).querySelector<HTMLElement>(item ? part : '[data-saved="close"]')!.focus();
}

/** Converts the path of a saved job to an address in the language of this page, if it has no language yet. */
function addressIn(): Href {
  const { addresses, site } = readIslandPage();
  const href = hrefIn(addresses);
  return (path) => (site.locales.some((locale) => path.startsWith(`/${locale.toLowerCase()}/`)) ? path : href(path));
}

function bookmarksDialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('dialog#saved-jobs');
}

function listItem(template: HTMLTemplateElement, job: Bookmark, href: Href): Node {
  const item = template.content.cloneNode(true) as DocumentFragment;
  const link = document.createElement('a');
  link.href = href(job.path);
  link.textContent = job.title;
  const remove = item.querySelector('button')!;
  const facts = document.createElement('small');
  facts.textContent = job.facts ?? '';
  remove.before(link, facts);
  const named = (text = '') => text.replace('{title}', () => job.title);
  remove.ariaLabel = named(remove.ariaLabel!);
  remove.addEventListener('click', () => {
    toggleBookmark(job);
    const status = bookmarksDialog()!.querySelector<HTMLElement>('[role="status"]')!;
    status.textContent = named(status.dataset.removed);
  });
  return item;
}
