import { translator } from '#shared/text/translator.js';
import { readIslandPage } from '../islands/island-page';
import { onConnectionLost } from './connection-lost';
import styles from './offline.module.css';

const TRY_EVERY_MS = 3000;

/** How long a page may take to begin. After that, it is requested again. */
const PATIENCE_MS = 30_000;

/** After this time, a form can be submitted again: the user may have stopped the browser from opening the next page. */
const SUBMITTING_MS = 10_000;

const ANNOUNCED_AFTER_MS = 50;

/**
 * Without a connection, a link or a form would lead to the browser's own error page, which loses what was typed.
 * Instead, the page stays and shows a message, and the link is followed when the connection is back. Part of the first
 * script, because it could not be loaded without a connection. A form is not sent twice if its button is pressed twice
 * before the next page is there.
 */
export function startOffline(): void {
  const waiting = new WaitingLink();
  onConnectionLost((href) => waiting.wait(href));
  // Runs before the scripts that open links in place.
  addEventListener(
    'click',
    (event) => {
      const link = navigator.onLine ? undefined : plainLink(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      waiting.wait(link.dataset.more ? '' : link.href);
    },
    { capture: true },
  );
  // Runs after the scripts of forms, some of which report the failure themselves.
  addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    if (navigator.onLine) {
      if (isSubmittedTwice(event.target as HTMLFormElement)) event.preventDefault();
      return;
    }
    event.preventDefault();
    waiting.wait('');
  });
  // The user may have returned from the next page.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) submitting = undefined;
  });
}

/** The form that is being submitted, if that changes something on the server. */
let submitting: HTMLFormElement | undefined;
let submittingTimer: ReturnType<typeof setTimeout> | undefined;

/** Whether the form is being submitted already, and is to be submitted only once. */
function isSubmittedTwice(form: HTMLFormElement): boolean {
  if (form === submitting) return true;
  if (form.getAttribute('method') !== 'post') return false;
  submitting = form;
  clearTimeout(submittingTimer);
  submittingTimer = setTimeout(() => (submitting = undefined), SUBMITTING_MS);
  return false;
}

/** The link that was clicked last, and the message about it or about a form. */
class WaitingLink {
  /** Empty if nothing will be opened. */
  private href?: string;
  /** Where the user was then. */
  private from?: string;
  /** The link that is being opened: a second attempt would start the request of a slow page anew. */
  private opening?: string;
  private timer?: ReturnType<typeof setInterval>;
  private message?: HTMLElement;

  constructor() {
    addEventListener('online', () => void this.open());
    // When the page is restored from the back-forward cache, the link is no longer pending.
    addEventListener('pagehide', () => this.stop());
    // The user has moved on, in place or back and forward, and would be taken away from there.
    addEventListener('page-changed', () => this.stop());
    addEventListener('popstate', () => {
      if (pageAddress() !== this.from) this.stop();
    });
    // The message is not shown in a closed dialog, and some dialogs are removed.
    addEventListener('close', () => this.message && document.body.append(this.message), { capture: true });
  }

  /**
   * @param href empty for a form, which is not sent later on its own, because the user may change it meanwhile, and for
   *   a link that adds choices in place: its page would lose the choices that are not applied yet
   */
  wait(href: string): void {
    this.href = href;
    this.from = pageAddress();
    this.show(href ? 'island.offline' : 'island.offlineForm');
    // Some connections are lost and restored without an event from the browser.
    this.timer ??= setInterval(() => void this.open(), TRY_EVERY_MS);
  }

  private async open(): Promise<void> {
    const { href } = this;
    if (!navigator.onLine || href === undefined || this.opening === href) return;
    this.opening = href;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    // An empty address is that of this page.
    const isThere = await fetch(href, { method: 'HEAD', cache: 'no-store', signal }).then(
      // The user may have moved on, or clicked another link, before the answer.
      () => href === this.href,
      () => false,
    );
    if (isThere && href) location.assign(href);
    else if (isThere) this.stop();
    const stopOpening = (): void => {
      if (this.opening === href) this.opening = undefined;
    };
    // The connection may be lost again before the page begins.
    setTimeout(stopOpening, isThere ? PATIENCE_MS : 0);
  }

  private show(text: 'island.offline' | 'island.offlineForm'): void {
    const message = (this.message ??= document.createElement('p'));
    message.className = styles.message!;
    message.role = 'status';
    message.id = 'offline';
    message.textContent = '';
    // Everything outside of a modal dialog is inert. Added again each time, so that screen readers announce it again.
    (document.querySelector('dialog[open]') ?? document.body).append(message);
    const { locale, messages } = readIslandPage();
    // Screen readers notice the text of a region only if the region was there before.
    setTimeout(() => (message.textContent = translator(locale, messages)(text)), ANNOUNCED_AFTER_MS);
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.href = undefined;
    this.opening = undefined;
    this.message?.remove();
    this.message = undefined;
  }
}

/** Links to a part of the page do not change it. */
function pageAddress(): string {
  return location.pathname + location.search;
}

/** Returns the link to a page of this site that the click opens in this tab. */
function plainLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.download || link.origin !== location.origin) return undefined;
  const isSamePage = link.pathname === location.pathname && link.search === location.search;
  return isSamePage && link.hash ? undefined : link;
}
