import { expect } from '@playwright/test';
import { test } from '../support/consent-product';
import { ProviderPage } from './provider-page';
import { STUBBED_PROVIDERS } from './provider-stubs';

const EVERYTHING = 'youtube audience-measurement maps';
const MEASURED = 'audience-measurement';

for (const provider of STUBBED_PROVIDERS) {
  test(`[CONSENT-01] [CONSENT-02] ${provider.name} answers, and we load what it grants`, async ({ page, on }) => {
    test.setTimeout(120_000);
    const site = await ProviderPage.open(page, provider, on('/consent-test'));
    const all = site.names(['measuring', 'advertising', 'functional']);
    const expectGranted = async (services: string, loads: number): Promise<void> => {
      expect({ granted: await site.granted(), loads: site.loads }).toEqual({ granted: services, loads });
      const isMeasured = services.split(' ').includes(MEASURED);
      // The tag comes a moment after it is known that it may.
      if (isMeasured) await expect.poll(() => [...new Set(site.asked)]).toEqual(['measure.test']);
      else expect(site.asked).toEqual([]);
    };

    /** The built-in provider has no script of another host, and no state of its own. */
    const external = async (title: string, body: () => Promise<void>): Promise<void> => {
      if (!provider.isBuiltIn) await test.step(title, body);
    };

    await test.step('nobody has answered: nothing is granted, asked or stored', async () => {
      await site.begin();
      await site.settled();
      await expectGranted('', 1);
      expect(await site.cookie()).toBeUndefined();
    });

    await test.step('the first decision to allow everything loads the page anew once', async () => {
      await site.decideAndReload('measuring', 'advertising', 'functional');
      await expectGranted(EVERYTHING, 2);
      // Of the services that the product's own site has; what is mapped to nothing is refused.
      expect(await site.cookie()).toMatchObject({ youtube: true, maps: true, vimeo: false });
    });

    await test.step('the same decision again changes nothing', async () => {
      await site.decide('measuring', 'advertising', 'functional');
      await site.quiet();
      await expectGranted(EVERYTHING, 2);
    });

    await test.step('revoking one service loads the page anew once, without it', async () => {
      await page.evaluate(() => {
        document.cookie = '_pk_id=1; path=/';
        localStorage.setItem('_pk_x', '1');
      });
      site.asked.length = 0;
      await site.decideAndReload('advertising', 'functional');
      await expectGranted('youtube maps', 3);
      expect(await page.evaluate(() => document.cookie + JSON.stringify(localStorage))).not.toContain('_pk_');
    });

    await test.step('several categories have to be granted together', async () => {
      await site.decideAndReload('advertising');
      await expectGranted('youtube', 4);
      await site.decide('functional', 'advertising');
      await expect.poll(() => site.loads).toBe(5);
      await site.settled();
      await expectGranted('youtube maps', 5);
    });

    await test.step('revoking everything loads the page anew once, and the server knows', async () => {
      await site.decideAndReload();
      await expectGranted('', 6);
      expect(await site.cookie()).toMatchObject({ youtube: false, maps: false });
    });

    await test.step('refusing everything at first loads nothing anew', async () => {
      await site.begin();
      await site.settled();
      await site.decide();
      await expect.poll(() => site.cookie()).toMatchObject({ youtube: false, maps: false });
      await expectGranted('', 1);
    });

    await test.step('one category alone', async () => {
      await site.begin({ stored: site.names(['measuring']) });
      await site.settled();
      await expectGranted(MEASURED, 1);
    });

    await test.step('what was decided before holds at once', async () => {
      await site.begin({ stored: all });
      await site.settled();
      await expectGranted(EVERYTHING, 1);
      await site.begin({ stored: [] });
      await site.settled();
      await expectGranted('', 1);
    });

    await external('whether its script comes before ours, or late', async () => {
      await site.begin({ stored: all, script: 'before' });
      await site.settled();
      await expectGranted(EVERYTHING, 1);
      await site.decide('advertising');
      await expect.poll(() => site.loads).toBe(2);
      await site.settled();
      expect(await site.granted()).toBe('youtube');
      await site.begin({ stored: all, script: 'slow' });
      await site.quiet();
      expect(site.asked).toEqual([]);
      await site.settled();
      await expectGranted(EVERYTHING, 1);
    });

    await external('a default that nobody chose is no consent, and stays none when it flips', async () => {
      await site.begin({ implied: all });
      await site.settled();
      await expectGranted('', 1);
      await site.decide();
      await site.quiet();
      await expectGranted('', 1);
    });

    await external('several events and changes at once are one decision', async () => {
      await site.begin();
      await site.settled();
      await page.evaluate((names) => {
        const { stub } = window;
        stub.choice = names;
        for (let times = 0; times < 3; times += 1) stub.emit('decided');
        stub.choice = null;
        stub.emit('decided');
      }, all);
      await site.quiet();
      await expectGranted('', 1);
    });

    await external('a decision that comes a moment after the page loads it anew once at most', async () => {
      const late = `{ const late = stub.choice; stub.choice = null; setTimeout(() => { stub.choice = late; stub.emit('decided'); }, 400); }`;
      await site.begin({ stored: all, then: late });
      await expect.poll(() => site.granted(), { timeout: 8000 }).toBe(EVERYTHING);
      await site.quiet();
      expect(site.loads).toBeLessThanOrEqual(2);
    });

    await test.step('what was typed is there afterwards; a password is not stored', async () => {
      await site.begin();
      await site.settled();
      await page.locator('[name="note"]').fill('half a letter');
      await page.locator('[name="secret"]').fill('hunter2');
      await site.decideAndReload('advertising');
      await expect(page.locator('[name="note"]')).toHaveValue('half a letter');
      await expect(page.locator('[name="secret"]')).toHaveValue('');
    });

    for (const script of ['blocked', 'missing', 'broken', 'silent'] as const)
      await external(`a script that is ${script} has granted nothing`, async () => {
        await site.begin({ script, stored: all, cookie: { youtube: true } });
        if (script === 'blocked' || script === 'missing')
          await expect.poll(() => site.cookie()).toMatchObject({ youtube: false });
        else await site.quiet();
        expect(site.asked).toEqual([]);
        expect(site.loads).toBe(1);
        expect(await site.granted()).toBe('not known');
      });

    await external('a provider that fails, or goes away, has granted nothing', async () => {
      await site.begin({ stored: all });
      await site.settled();
      site.asked.length = 0;
      await page.evaluate((name) => {
        const { stub } = window;
        localStorage.removeItem('stub-choice');
        const gone = {
          get: () => {
            throw new Error('broken');
          },
          configurable: true,
        };
        Object.defineProperty(window, name, gone);
        try {
          stub.emit('decided');
        } catch {
          // It fails for itself as well.
        }
        dispatchEvent(new Event('UC_UI_INITIALIZED'));
      }, provider.global);
      if (provider.config.provider === 'iubenda') await page.reload();
      await expect.poll(() => site.loads).toBe(2);
      await site.settled();
      await expectGranted('', 2);
      expect(await site.cookie()).toMatchObject({ youtube: false, maps: false });
    });

    await external('no page of the product asks a service before consent', async () => {
      const pages = ['/jobs', '/contact'];
      await site.begin();
      expect(await site.openRealPages(pages)).toEqual([]);
    });

    await external('the link in every page opens its dialog', async () => {
      await page.getByRole('link', { name: 'Privacy settings' }).click();
      expect(await page.evaluate(() => window.stub.opened)).toBe(1);
    });
  });
}
