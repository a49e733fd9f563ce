import { expect, type Locator, test } from '@playwright/test';
import { watchForm } from '../support/checked-form';
import { ChoiceField } from '../support/choice-field';
import { formButton } from '../support/form-button';
import { openJobCategories, savedNote } from '../support/job-categories';
import { axeViolations } from '../support/sound-page';

test('[REC-01] chosen options are shown before the script is loaded, and it causes no layout shift', async ({
  page,
}) => {
  await openJobCategories(page);
  await watchForm(page);
  const benefits = new ChoiceField(page, 'benefits');
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) await benefits.chooseAt(index);
  await expect(savedNote(page)).toContainText('Saved');
  const texts = await benefits.chosen.allInnerTexts();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() === 'script') await released;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const chips = benefits.frame.locator('[data-combobox] li');
  await expect(chips).toHaveText(texts);
  await expect(chips.last()).toBeVisible();
  await expect(benefits.combobox).toBeHidden();
  // Without the script, the buttons cannot get the focus, but the checkboxes can.
  expect(
    await chips
      .last()
      .locator('button')
      .evaluate((button) => (button.focus(), button.matches(':focus'))),
  ).toBe(false);
  await expect(benefits.frame.getByRole('checkbox').first()).toBeVisible();
  const place = () => formButton(page, 'next').evaluate((button) => Math.round(button.getBoundingClientRect().top));
  const before = await place();
  release();
  await expect(benefits.combobox).toBeVisible();
  await expect(benefits.chosen).toHaveText(texts);
  expect(await place()).toBe(before);
});

test.describe('on a screen that shows the whole page', () => {
  test.use({ viewport: { width: 1280, height: 4000 } });

  test('[REC-01] one click outside of an open list has its effect, although closing the list moves the page', async ({
    page,
  }) => {
    await openJobCategories(page);
    await watchForm(page);
    await page.getByRole('checkbox', { name: 'Full-time' }).check();
    const occupations = new ChoiceField(page, 'occupationalField');
    await occupations.chooseAt(0);
    const place = async () => (await formButton(page, 'next').boundingBox())!.y;
    await occupations.combobox.click();
    await page.keyboard.press('Escape');
    // Without an open list. The time of the last save can move the form by a few pixels meanwhile.
    const closed = (await place()) + 20;
    await occupations.combobox.click();
    expect(await place()).toBeGreaterThan(closed + 200);
    await page.keyboard.press('Escape');
    expect(await place()).toBeLessThan(closed);
    await occupations.combobox.click();
    await page.keyboard.press('Tab');
    expect(await place()).toBeLessThan(closed);
    await occupations.combobox.click();
    await formButton(page, 'next').click();
    await page.waitForURL('**step=schedule*');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[REC-01] the content below the last list of a page can be reached while the list is open', async ({ page }) => {
    await openJobCategories(page);
    await watchForm(page);
    await page.getByRole('checkbox', { name: 'Full-time' }).check();
    await new ChoiceField(page, 'occupationalField').chooseAt(0);
    const benefits = new ChoiceField(page, 'benefits');
    await benefits.combobox.tap();
    await benefits.options.first().tap();
    const list = benefits.frame.getByRole('listbox');
    const next = formButton(page, 'next');
    const endOf = async (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom);
    // Enough of the page is visible below the list to drag it.
    expect(await endOf(list)).toBeLessThan(844 - 39);
    // The list becomes longer again when the text is cleared.
    await benefits.combobox.fill('pension');
    await benefits.combobox.fill('');
    await expect(benefits.options.nth(5)).toBeVisible();
    await next.scrollIntoViewIfNeeded();
    await expect(list).toBeVisible();
    expect((await next.boundingBox())!.y).toBeGreaterThan(await endOf(list));
    await next.tap();
    await page.waitForURL('**step=schedule*');
  });

  test('[REC-01] [WCAG-01] a long list can be used by touch, above the on-screen keyboard', async ({ page }) => {
    await openJobCategories(page);
    const languages = new ChoiceField(page, 'languages');
    await languages.combobox.tap();
    await expect(languages.options.first()).toBeVisible();
    // The on-screen keyboard takes the lower half.
    await page.setViewportSize({ width: 390, height: 420 });
    const list = languages.frame.getByRole('listbox');
    const endOf = () => list.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(endOf).toBeLessThanOrEqual(420);
    const height = await list.evaluate((element) => element.getBoundingClientRect().height);
    expect(height).toBeGreaterThan(4 * 44);
    await languages.options.first().tap();
    await languages.options.nth(1).tap();
    await expect(languages.combobox).toBeFocused();
    await expect(languages.chosen).toHaveCount(2);
    for (const target of [languages.chosen.first(), languages.options.first(), languages.combobox])
      expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 844 });
    expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
    await page.emulateMedia({ forcedColors: 'active' });
    await languages.combobox.press('ArrowDown');
    await expect(languages.frame.locator('[data-active]')).toHaveCSS('outline-style', 'solid');
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await axeViolations(page)).toEqual([]);
    await languages.chosen.first().tap();
    await expect(languages.chosen).toHaveCount(1);
    // A tap outside of the list closes it.
    await page.locator('main h2').first().tap();
    await expect(list).toBeHidden();
  });
});
