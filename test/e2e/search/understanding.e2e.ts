import { expect, test } from '@playwright/test';
import { at, collectErrors, hasSettled, total } from '../support/browser-site';
import { expectSound } from '../support/sound-page';

/** Search texts in each language, the chip for the detected filter, and the reason shown with the results. */
const SEARCHES = [
  {
    path: '/en/jobs',
    typed: 'manager part time',
    chip: 'Part-time',
    why: 'Why these results?',
    title: /In the title: /,
  },
  { path: '/de/jobs', typed: 'Leitung Teilzeit', chip: 'Teilzeit', why: 'Warum diese Treffer?', title: /Im Titel: / },
  {
    path: '/fr/emploi',
    typed: 'responsable temps partiel',
    chip: 'Temps partiel',
    why: 'Pourquoi ces résultats ?',
    title: /Dans le titre\s:\s/,
  },
];

/** A place with few jobs nearby, and the message about the extended search. */
const FARTHER = [
  { path: '/en/jobs', typed: 'nurse Paris', says: /There are few jobs within \d+ km of Paris/ },
  {
    path: '/de/jobs',
    typed: 'Pflegefachkraft Paris',
    says: /Im Umkreis von \d+ km um Paris gibt es nur wenige Stellen/,
  },
  {
    path: '/fr/emploi',
    typed: 'infirmière Paris',
    says: /Il y a peu d’offres dans un rayon de \d+ km \(Paris\)/,
  },
];

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    for (const { path, typed, chip, why, title } of SEARCHES)
      test(`[SEARCH-12] [SEARCH-15] filters derived from words are chips, one button searches for the words only, and results show the reason: ${path}`, async ({
        page,
      }) => {
        const errors = collectErrors(page);
        await page.goto(at(`${path}?search=${encodeURIComponent(typed)}`, 'europe'));
        const chips = page.locator('[data-region="results"] ul[aria-label]').first();
        await expect(chips.getByText(chip, { exact: true })).toBeVisible();
        const asFilter = await total(page);
        expect(asFilter).toBeGreaterThan(0);

        await page.locator('[data-region="results"] a[href*="words_only=1"]').first().click();
        await expect(page).toHaveURL(/words_only=1/);
        await expect(chips.getByText(chip, { exact: true })).toHaveCount(0);

        await page.goto(at(`${path}?search=${encodeURIComponent(typed)}`, 'europe'));
        await page.getByRole('link', { name: why, exact: true }).click();
        await expect(page).toHaveURL(/why=1/);
        await expect(page.getByText(title).first()).toBeVisible();

        await chips.getByRole('link', { name: new RegExp(chip) }).click();
        await expect(chips.getByText(chip, { exact: true })).toHaveCount(0);
        if (javaScriptEnabled) await hasSettled(page);
        expect(await total(page)).toBeGreaterThanOrEqual(asFilter);
        expect(errors).toEqual([]);
      });

    for (const { path, typed, says } of FARTHER)
      test(`[SEARCH-04] a search around a place among the words is extended, and says so: ${path}`, async ({
        page,
      }) => {
        const errors = collectErrors(page);
        await page.goto(at(`${path}?search=${encodeURIComponent(typed)}`, 'europe'));
        await expect(page.getByText(says)).toBeVisible();
        expect(await total(page)).toBeGreaterThan(0);
        if (javaScriptEnabled) await expectSound(page);
        expect(errors).toEqual([]);
      });
  });
}
