import { expect } from '@playwright/test';
import type { Scenario } from './provider-scenario';
import type { ProviderVisit } from './provider-visit';

const EVERYTHING = 'youtube audience-measurement maps';
const ALL = ['measuring', 'advertising', 'functional'] as const;
const TAG_MANAGER = { 'google-tag-manager': 'GTM-ABC1234' };
/** Stores data like that of an analytics service, and data of the site itself. */
const store = (): void => {
  for (const name of ['_pk_id', '_ga', 'own']) {
    document.cookie = `${name}=1; path=/`;
    localStorage.setItem(name, '1');
  }
};
/** The `consent` commands in the queue of Google's scripts. */
const consentCommands = (visit: ProviderVisit) =>
  visit.page.evaluate(() =>
    (window as unknown as { dataLayer: IArguments[] }).dataLayer
      .map((entry) => Array.from(entry) as [string, string, Record<string, string>])
      .filter(([name]) => name === 'consent')
      .map(([, kind, signals]) => {
        const names = Object.keys(signals).filter((name) => name !== 'wait_for_update');
        return [kind, names.length, signals] as const;
      }),
  );
const storedNames = (): string[] => [
  ...document.cookie.split('; ').map((cookie) => cookie.split('=')[0]!),
  ...Object.keys(localStorage),
];

/** Effects of decisions: the first one, later ones, and those of earlier visits and other tabs. */
export const DECISION_SCENARIOS: readonly Scenario[] = [
  {
    title: 'nobody has answered: nothing is granted, asked for or stored',
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('', 1);
      expect(await visit.cookie()).toBeUndefined();
    },
  },
  {
    title: 'the first decision to allow loads the page anew once, and then the tag',
    async run(visit) {
      await visit.settled();
      await visit.decideAndReload(...ALL);
      await visit.expectGranted(EVERYTHING, 2);
    },
  },
  {
    title: 'the first decision to refuse loads nothing anew, and the server knows',
    async run(visit) {
      await visit.settled();
      await visit.decide();
      await visit.mirrored({ youtube: false, maps: false, 'audience-measurement': false });
      await visit.quiet();
      await visit.expectGranted('', 1);
    },
  },
  {
    title: 'what was allowed on an earlier visit holds at once',
    scene: { stored: ALL },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted(EVERYTHING, 1);
    },
  },
  {
    title: 'what was refused on an earlier visit holds at once',
    scene: { stored: [] },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('', 1);
    },
  },
  {
    title: 'a category allows its own services alone',
    scene: { stored: ['measuring'] },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('audience-measurement', 1);
    },
  },
  {
    title: 'a service of two categories is refused with the first alone',
    scene: { stored: ['advertising'] },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('youtube', 1);
    },
  },
  {
    title: 'a service of two categories is refused with the second alone',
    scene: { stored: ['functional'] },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('', 1);
    },
  },
  {
    title: 'a service that is mapped to nothing is refused, whatever is allowed',
    scene: { stored: ALL },
    async run(visit) {
      await visit.settled();
      expect(await visit.granted()).not.toContain('vimeo');
      await visit.mirrored({ vimeo: false });
    },
  },
  {
    title: 'a category that the provider does not know is refused',
    external: true,
    scene: { stored: ALL, categories: { youtube: ['of-nobody'] } },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('audience-measurement maps', 1);
    },
  },
  {
    title: 'allowing more later loads the page anew once',
    scene: { stored: ['advertising'] },
    async run(visit) {
      await visit.settled();
      await visit.decideAndReload('advertising', 'functional');
      await visit.expectGranted('youtube maps', 2);
    },
  },
  {
    title: 'revoking a service loads the page anew once, without it and without what it stored',
    scene: { stored: ALL },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted(EVERYTHING, 1);
      await visit.page.evaluate(store);
      visit.asked.length = 0;
      await visit.decideAndReload('advertising', 'functional');
      await visit.expectGranted('youtube maps', 2);
      const names = await visit.page.evaluate(storedNames);
      expect(names).not.toContain('_pk_id');
      // These names are not declared by any service, so we must not delete them.
      expect(names.filter((name) => name === 'own' || name === '_ga')).toHaveLength(4);
    },
  },
  {
    title: 'revoking everything loads the page anew once, and the server knows',
    scene: { stored: ALL },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted(EVERYTHING, 1);
      visit.asked.length = 0;
      await visit.decideAndReload();
      await visit.expectGranted('', 2);
      await visit.mirrored({ youtube: false, maps: false, 'audience-measurement': false });
    },
  },
  {
    title: 'the same decision again changes nothing',
    scene: { stored: ALL },
    async run(visit) {
      await visit.settled();
      await visit.decide(...ALL);
      await visit.quiet();
      await visit.expectGranted(EVERYTHING, 1);
    },
  },
  {
    title: 'of two decisions in a row the last counts',
    external: true,
    async run(visit) {
      await visit.settled();
      const [first, last] = [visit.names(ALL), visit.names(['advertising'])];
      await visit.page
        .evaluate(
          ([one = [], other = []]) => {
            window.stub.decide(one);
            window.stub.decide(other);
          },
          [first, last],
        )
        .catch(() => undefined);
      await visit.reloaded(2);
      await visit.settled();
      await visit.expectGranted('youtube', 2);
    },
  },
  {
    title: 'the server writes the decision into the cookie, for 120 days',
    async run(visit) {
      await visit.settled();
      await visit.decideAndReload('advertising', 'functional');
      await visit.mirrored({ youtube: true, maps: true, vimeo: false, 'audience-measurement': false });
      const cookie = (await visit.context.cookies()).find(({ name }) => name === 'klaro')!;
      const days = (cookie.expires - Date.now() / 1000) / 86_400;
      // Some browsers delete cookies set by scripts after a week, so the server sets it.
      expect([Math.round(days), cookie.sameSite, cookie.path]).toEqual([120, 'Lax', '/']);
    },
  },
  {
    title: 'a cookie that says more than the provider is put right',
    external: true,
    scene: { cookie: { youtube: true, maps: true } },
    async run(visit) {
      await visit.settled();
      await visit.mirrored({ youtube: false, maps: false });
      await visit.expectGranted('', 1);
    },
  },
  {
    title: 'a decision that the server does not store loads the page anew once all the same',
    external: true,
    async run(visit) {
      await visit.context.route('**/api/consent', (route) => route.fulfill({ status: 503, body: '' }));
      await visit.settled();
      await visit.decideAndReload(...ALL);
      await visit.expectGranted(EVERYTHING, 2);
      expect(await visit.cookie()).toBeUndefined();
    },
  },
  {
    title: 'a decision to allow reaches another tab, which is loaded anew once',
    async run(visit) {
      await visit.settled();
      const other = await visit.openTab();
      await visit.settled(other);
      await visit.decideAndReload(...ALL);
      await visit.reloaded(2, other);
      await visit.settled(other);
      await visit.expectGranted(EVERYTHING, 2, other);
      await visit.expectGranted(EVERYTHING, 2);
    },
  },
  {
    title: 'a decision to revoke reaches another tab, which is loaded anew once',
    scene: { stored: ALL },
    async run(visit) {
      await visit.settled();
      const other = await visit.openTab();
      await visit.settled(other);
      await visit.mirrored({ youtube: true });
      await visit.expectGranted(EVERYTHING, 1, other);
      visit.asked.length = 0;
      await visit.decideAndReload();
      await visit.reloaded(2, other);
      await visit.settled(other);
      await visit.expectGranted('', 2, other);
      await visit.expectGranted('', 2);
    },
  },
  {
    title: 'Global Privacy Control refuses advertising, and nothing else',
    scene: { stored: ALL, services: { 'meta-pixel': '123456789012345' }, hasPrivacyControl: true },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted(EVERYTHING, 1);
      expect(visit.asked).not.toContain('connect.facebook.net');
    },
  },
  {
    title: 'what was typed is there after the page was loaded anew; a password is stored nowhere',
    async run(visit) {
      await visit.settled();
      await visit.page.locator('[name="note"]').fill('half a letter');
      await visit.page.locator('[name="secret"]').fill('hunter2');
      await visit.decideAndReload('advertising');
      const values = () =>
        visit.page.evaluate(() =>
          [...document.querySelectorAll('input')].map(({ value }) => value).concat(JSON.stringify(sessionStorage)),
        );
      await expect.poll(async () => (await values())[0]).toBe('half a letter');
      const [note, secret, stored] = await values();
      expect([note, secret]).toEqual(['half a letter', '']);
      expect(stored).not.toContain('hunter2');
    },
  },
  {
    title: 'Google Consent Mode gets one default, and one update with all seven signals for a decision',
    scene: { services: { 'google-analytics': 'G-ABC1234567' } },
    async run(visit) {
      await visit.settled();
      expect((await consentCommands(visit)).map(([kind, count]) => [kind, count])).toEqual([['default', 7]]);
      await visit.decideAndReload('measuring');
      const [first, second, ...more] = await consentCommands(visit);
      expect([first?.slice(0, 2), second?.slice(0, 2), more]).toEqual([['default', 7], ['update', 7], []]);
      expect(first![2]).toMatchObject({ analytics_storage: 'denied', ad_storage: 'denied' });
      expect(second![2]).toMatchObject({ analytics_storage: 'granted', ad_storage: 'denied' });
    },
  },
  ...[false, true].map((hasPrivacyControl): Scenario => ({
    title: `Google Tag Manager covers the signals of services that the site does not use itself${hasPrivacyControl ? ', but not against Global Privacy Control' : ''}`,
    scene: { stored: ALL, services: TAG_MANAGER, hasPrivacyControl },
    async run(visit) {
      await visit.settled();
      const [, update] = await consentCommands(visit);
      const ads = hasPrivacyControl ? 'denied' : 'granted';
      expect(update![2]).toMatchObject({
        analytics_storage: 'granted',
        ad_storage: ads,
        ad_user_data: ads,
        ad_personalization: ads,
      });
    },
  })),
  {
    title: 'revoking Google Tag Manager deletes what the usual tags of its container stored',
    scene: { stored: ALL, services: TAG_MANAGER },
    async run(visit) {
      await visit.settled();
      await visit.page.evaluate(() => {
        for (const name of [
          '_ga',
          '_ga_ABC123',
          '_gid',
          '_gat_UA-1',
          '_gac_1',
          '_gcl_au',
          '_fbp',
          '_fbc',
          'own',
          '_garden',
        ])
          document.cookie = `${name}=1; path=/`;
      });
      visit.asked.length = 0;
      await visit.decideAndReload('functional');
      await visit.settled();
      const names = await visit.page.evaluate(storedNames);
      expect(names.filter((name) => /^(_|own)/.test(name)).sort()).toEqual(['_garden', 'own']);
    },
  },
  {
    title: 'what a refused service of the site stored is deleted although Google Tag Manager is allowed',
    scene: { stored: ALL, services: { ...TAG_MANAGER, 'meta-pixel': '1234567890' }, hasPrivacyControl: true },
    async run(visit) {
      await visit.settled();
      await visit.page.evaluate(() => {
        for (const name of ['_ga', '_fbp']) document.cookie = `${name}=1; path=/`;
      });
      await visit.page.reload();
      await visit.settled();
      const names = await visit.page.evaluate(storedNames);
      expect(names.filter((name) => name === '_ga' || name === '_fbp')).toEqual(['_ga']);
    },
  },
  {
    title: 'Google Tag Manager without consent covers no signal',
    scene: { stored: ['functional'], services: TAG_MANAGER },
    async run(visit) {
      await visit.settled();
      const [, update] = await consentCommands(visit);
      expect(update![2]).toMatchObject({ analytics_storage: 'denied', ad_storage: 'denied' });
    },
  },
];
