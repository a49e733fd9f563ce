import { expect } from '@playwright/test';
import type { Scenario } from './provider-scenario';

const EVERYTHING = 'youtube audience-measurement maps';
const encoded = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

/** Situations that exist only for the product's own consent: its cookie is its only state, and can be edited by anybody. */
export const BUILT_IN_SCENARIOS: readonly Scenario[] = [
  ...[
    ['is damaged', '%E0%A4%A'],
    ['is cut short', '%7B%22youtube%22%3Atr'],
    ['is empty', ''],
    ['holds something else', encoded(['youtube', 'maps'])],
    ['has values that are no decisions', encoded({ youtube: 'true', maps: 1, 'audience-measurement': {} })],
    ['is far too long', encoded({ youtube: true, padding: 'x'.repeat(3000) })],
  ].map(([what, cookie]): Scenario => ({
    title: `a cookie that ${what!} has granted nothing`,
    builtIn: true,
    scene: { cookie: cookie! },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('', 1);
    },
  })),
  {
    title: 'services that nobody knows are left out of the cookie, and of the page',
    builtIn: true,
    scene: { cookie: { youtube: true, 'of-nobody': true } },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('youtube', 1);
    },
  },
  {
    title: 'a cookie that the visitor deletes has granted nothing on the next page',
    builtIn: true,
    scene: { stored: ['measuring', 'advertising', 'functional'] },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted(EVERYTHING, 1);
      visit.asked.length = 0;
      await visit.context.clearCookies();
      await visit.page.reload();
      await visit.settled();
      await visit.expectGranted('', 2);
    },
  },
  {
    title: 'a page that comes back out of the browser’s memory knows what was decided meanwhile',
    builtIn: true,
    scene: { stored: ['advertising'] },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('youtube', 1);
      await visit.page
        .evaluate(() => {
          document.cookie = `klaro=${encodeURIComponent('{"youtube":false}')}; path=/`;
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        })
        .catch(() => undefined);
      await visit.reloaded(2);
      await visit.settled();
      await visit.expectGranted('', 2);
    },
  },
  {
    title: 'a browser that lets the page store nothing is not asked for more',
    builtIn: true,
    scene: {
      stored: ['advertising'],
      then: `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new Error('denied'); } });`,
    },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('youtube', 1);
    },
  },
  {
    title: 'the link at the end of the page leads to the settings',
    builtIn: true,
    async run(visit) {
      await visit.settled();
      await visit.page.getByRole('link', { name: 'Privacy settings' }).click();
      await visit.page.waitForURL('**/consent');
      expect(await visit.page.locator('form[data-services-form]').count()).toBe(1);
    },
  },
];
