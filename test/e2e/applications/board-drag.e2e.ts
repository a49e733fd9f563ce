import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { StoryWorld } from '../../support/worlds/story-world.js';
import { collectErrors } from '../support/browser-site';
import { test } from '../support/open-page';
import { expectSound } from '../support/sound-page';

test.describe.configure({ mode: 'default', timeout: 120_000 });

test.describe('the board', () => {
  let world: StoryWorld;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    world = await StoryWorld.start('in the process');
  });
  test.afterAll(() => world.stop());

  /** Drags with the mouse, from which Chromium makes pointer events, or with touch events. */
  async function drag(page: Page, card: Locator, target: Locator): Promise<void> {
    await card.locator('[data-handle]').hover();
    await page.mouse.down();
    const box = (await target.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 10, { steps: 8 });
    await expect(target).toHaveAttribute('data-over', '');
    await page.mouse.up();
  }

  async function dragByFinger(page: Page, card: Locator, target: Locator): Promise<void> {
    const handle = (await card.locator('[data-handle]').boundingBox())!;
    const box = (await target.boundingBox())!;
    const session = await page.context().newCDPSession(page);
    const touch = (type: string, x: number, y: number) =>
      session.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    await touch('touchStart', handle.x + 20, handle.y + 20);
    await touch('touchMove', handle.x + 30, handle.y + 20);
    await touch('touchMove', box.x + box.width / 2, box.y + 10);
    await expect(target).toHaveAttribute('data-over', '');
    await touch('touchEnd', 0, 0);
  }

  test('[REC-05] cards are dragged by mouse and touch, and the second of two recruiters is warned', async ({
    openPage,
  }) => {
    const first = await openPage({ hasTouch: true, viewport: { width: 1440, height: 1000 } });
    await first.goto(world.at('default', '/user/login'));
    await first.locator('#field-email').fill('recruiter@demo.causeboard.test');
    await first.locator('#field-password').fill(DEMO_PASSWORD);
    await first.locator('#field-password').press('Enter');
    await first.waitForURL('**/dashboard*');
    const errors = collectErrors(first);
    await first.goto(world.at('default', '/applications'));
    await expect(first.locator('#answer-times')).toContainText('got an answer by email');
    await expectSound(first, [{ width: 320 }, { width: 1440 }]);
    const list = (await first.locator('main ul a[href*="/applications/"]').first().getAttribute('href'))!;
    await first.goto(world.at('default', `${list.split('?')[0]!}/board`));
    const column = (page: Page, state: string) => page.locator(`[data-column="${state}"]`);
    const source = first.locator('[data-column]:has([data-handle])').first();
    const from = (await source.getAttribute('data-column'))!;
    const to = from === 'in_review' ? 'interview' : 'in_review';
    const id = (await source.locator('[data-card]').first().getAttribute('data-card'))!;
    const card = (page: Page) => page.locator(`[data-card="${id}"]`);
    await expect(card(first).locator('[data-handle]')).toBeVisible();
    await expect(first.locator('[data-declined-hint]')).toContainText('“Declined” get a short, friendly email');
    // The same board on another screen, which shows the old state.
    const second = await first.context().newPage();
    await second.goto(first.url());
    await expect(card(second).locator('[data-handle]')).toBeVisible();

    await drag(first, card(first), column(first, to));
    await expect(first.getByText('The application has been moved.')).toBeVisible();
    await expect(column(first, to).locator(`[data-card="${id}"]`)).toBeVisible();
    // Without dragging, the next step is selected, not a step back.
    const select = card(first).getByRole('combobox');
    await expect(select).toHaveValue(to === 'interview' ? 'offer' : 'interview');
    await drag(second, card(second), column(second, 'offer'));
    await expect(second.getByRole('alert')).toContainText('Somebody else has moved this application in the meantime');
    await expect(column(second, to).locator(`[data-card="${id}"]`)).toBeVisible();

    await dragByFinger(first, card(first), column(first, 'offer'));
    await expect(column(first, 'offer').locator(`[data-card="${id}"]`)).toBeVisible();
    await expect(select).toHaveValue('hired');
    await expectSound(first, [{ width: 1440 }, { width: 320 }]);
    expect(errors).toEqual([]);
  });
});
