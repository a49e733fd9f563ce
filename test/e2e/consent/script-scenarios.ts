import { expect } from '@playwright/test';
import type { Scenario } from './provider-scenario';

const EVERYTHING = 'youtube audience-measurement maps';
const ALL = ['measuring', 'advertising', 'functional'] as const;
/** Longer than the timeout for providers. */
const TIMED_OUT_MS = 11_000;
/** Longer than any effect of an event takes. */
const A_MOMENT_MS = 1_500;

/** Provider scripts that misbehave, or are late. */
const SCENARIOS: readonly Scenario[] = [
  {
    title: 'a script that is there before ours answers at once, and later',
    scene: { stored: ALL, script: 'before' },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted(EVERYTHING, 1);
      visit.asked.length = 0;
      await visit.decideAndReload('advertising');
      await visit.expectGranted('youtube', 2);
    },
  },
  {
    title: 'a script that comes late answers when it comes, and nothing is granted before',
    scene: { stored: ALL, script: 'slow' },
    async run(visit) {
      await visit.quiet();
      expect([await visit.granted(), visit.asked]).toEqual([undefined, []]);
      await visit.settled();
      await visit.expectGranted(EVERYTHING, 1);
    },
  },
  ...(['blocked', 'missing'] as const).map((script): Scenario => ({
    title: `a script that is ${script} has granted nothing, and the server knows`,
    scene: { script, stored: ALL, cookie: { youtube: true } },
    async run(visit) {
      await visit.mirrored({ youtube: false });
      expect([await visit.granted(), visit.asked, visit.loads()]).toEqual([undefined, [], 1]);
    },
  })),
  {
    title: 'where the script is blocked, the link leads to the page that says what is allowed',
    scene: { script: 'blocked' },
    async run(visit) {
      await visit.page.waitForLoadState('networkidle');
      await visit.page.getByRole('link', { name: 'Privacy settings' }).click();
      await visit.page.waitForURL('**/consent');
    },
  },
  ...(['broken', 'silent'] as const).map((script): Scenario => ({
    title: `a script that is ${script} has granted nothing when its time is over, and the server knows`,
    scene: { script, stored: ALL, cookie: { youtube: true }, hasOwnClock: true },
    async run(visit) {
      await visit.page.clock.runFor(A_MOMENT_MS);
      expect(await visit.cookie()).toMatchObject({ youtube: true });
      await expect
        .poll(async () => {
          await visit.page.clock.runFor(TIMED_OUT_MS);
          return visit.cookie();
        })
        .toMatchObject({ youtube: false });
      expect([await visit.granted(), visit.asked, visit.loads()]).toEqual([undefined, [], 1]);
    },
  })),
  {
    title: 'a script that comes to life after its time is heard',
    scene: { script: 'silent', stored: ALL, cookie: { youtube: true }, hasOwnClock: true },
    async run(visit) {
      await expect
        .poll(async () => {
          await visit.page.clock.runFor(TIMED_OUT_MS);
          return visit.cookie();
        })
        .toMatchObject({ youtube: false });
      await visit.page.evaluate(visit.stub());
      await expect
        .poll(async () => {
          await visit.page.clock.runFor(A_MOMENT_MS);
          return visit.granted();
        })
        .toBe(EVERYTHING);
      expect(visit.loads()).toBe(1);
    },
  },
  ...['7', '"text"', '{}', 'null', '() => undefined'].map((value): Scenario => ({
    title: `something else in the place of the provider’s global, ${value}, has granted nothing`,
    scene: { script: 'silent', stored: ALL },
    async run(visit) {
      await visit.page.waitForLoadState();
      await visit.page.evaluate(`window[${JSON.stringify(visit.provider.global)}] = ${value}`);
      await visit.page.evaluate(() => {
        for (const name of ['CookiebotOnAccept', 'OneTrustGroupsUpdated', 'UC_UI_INITIALIZED', 'cf_consent'])
          dispatchEvent(new Event(name));
      });
      await visit.quiet();
      expect([(await visit.granted()) ?? '', visit.asked, visit.loads()]).toEqual(['', [], 1]);
    },
  })),
  {
    title: 'a provider that fails later has granted nothing any more',
    scene: { stored: ALL },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted(EVERYTHING, 1);
      visit.asked.length = 0;
      await visit.page.evaluate((name) => {
        const { stub } = window;
        localStorage.removeItem('stub-choice');
        const get = (): never => {
          throw new Error('broken');
        };
        Object.defineProperty(window, name, { get, configurable: true });
        try {
          stub.emit('decided');
        } catch {
          // The callback fails for the stub as well.
        }
        dispatchEvent(new Event('UC_UI_INITIALIZED'));
      }, visit.provider.global);
      // The page is reloaded because this provider's callbacks are broken too.
      if (visit.provider.config.provider === 'iubenda') await visit.page.reload();
      await visit.reloaded(2);
      await visit.settled();
      await visit.expectGranted('', 2);
      await visit.mirrored({ youtube: false, maps: false });
    },
  },
  {
    title: 'a provider that is removed has granted nothing on the next page',
    scene: { stored: ALL },
    async run(visit) {
      await visit.settled();
      await visit.mirrored({ youtube: true });
      visit.asked.length = 0;
      visit.isRemoved = true;
      await visit.page.reload();
      await visit.mirrored({ youtube: false, maps: false });
      expect([await visit.granted(), visit.asked, visit.loads()]).toEqual([undefined, [], 2]);
    },
  },
  {
    title: 'nothing is loaded before the signals of Google Consent Mode, however late their script comes',
    scene: {
      stored: ALL,
      script: 'before',
      then: `setTimeout(() => stub.emit('decided'), 100);`,
      services: { 'google-analytics': 'G-ABC1234567' },
      lateModules: ['consent/consent-mode.ts'],
    },
    async run(visit) {
      await visit.settled();
      const commands = await visit.page.evaluate(() =>
        (window as unknown as { dataLayer: IArguments[] }).dataLayer.map((entry) =>
          Array.from(entry).slice(0, 2).map(String),
        ),
      );
      expect(commands.slice(0, 2)).toEqual([
        ['consent', 'default'],
        ['consent', 'update'],
      ]);
      expect(await visit.granted()).toBe(`google-analytics ${EVERYTHING}`);
    },
  },
  {
    title: 'advertising waits for the Transparency and Consent Framework, however late the script comes that reads it',
    scene: {
      stored: ALL,
      script: 'before',
      then: `setTimeout(() => stub.emit('decided'), 100);
        window.__tcfapi = (command, version, listener) => listener({ eventStatus: 'useractioncomplete', cmpStatus: 'loaded',
          gdprApplies: true, purpose: { consents: { 1: true } }, vendor: { consents: { 755: false } } }, true);`,
      services: { 'google-ad-manager': '/1234567/jobs' },
      lateModules: ['consent/tcf.ts'],
    },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted(EVERYTHING, 1);
    },
  },
  {
    title: 'what was typed is there after a later decision, for which some load the page anew by themselves',
    scene: { stored: ['advertising'] },
    async run(visit) {
      await visit.settled();
      await visit.page.locator('[name="note"]').fill('half a letter');
      await visit.decideAndReload('advertising', 'functional');
      await expect.poll(() => visit.page.locator('[name="note"]').inputValue()).toBe('half a letter');
      await visit.expectGranted('youtube maps', 2);
    },
  },
  {
    title: 'the link at the end of the page, and a button in it, open the provider’s dialog',
    async run(visit) {
      await visit.settled();
      await visit.page.getByRole('link', { name: 'Privacy settings' }).click();
      await visit.page.getByRole('button', { name: 'Open settings' }).click();
      expect(await visit.page.evaluate(() => window.stub.opened)).toBe(2);
      await visit.expectGranted('', 1);
    },
  },
];

/** The product's own consent has no script from another host. */
export const SCRIPT_SCENARIOS: readonly Scenario[] = SCENARIOS.map((scenario) => ({ ...scenario, external: true }));
