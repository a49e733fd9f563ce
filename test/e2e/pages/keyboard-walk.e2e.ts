import { expect, type Page, test } from '@playwright/test';
import { at, type SiteName } from '../support/browser-site';
import { startSession } from '../support/demo-login';

/** Pages of a visitor's path from the first search to the answer, each as an address or as the first matching link of another page. */
const PAGES: { as?: string; site?: SiteName; path: string; follow?: string }[] = [
  { path: '/' },
  { site: 'uk', path: '/' },
  { path: '/jobs?search=nurse' },
  { path: '/jobs', follow: '[data-region="results"] h2 a' },
  { site: 'europe', path: '/de/user/register/recruiter' },
  { path: '/user/login' },
  { path: '/contact' },
  { as: 'recruiter', path: '/dashboard' },
  { as: 'recruiter', path: '/job/wizard' },
  { as: 'recruiter', path: '/job-manager' },
  { as: 'recruiter', path: '/user/organization/edit' },
  { as: 'recruiter', path: '/applications', follow: 'main ul a' },
  { as: 'applicant', path: '/dashboard' },
  { as: 'applicant', path: '/dashboard', follow: '#applications li a' },
  { as: 'editor', path: '/admin/jobs' },
];

/** Marks the elements that the Tab key must reach, each once; of a radio group only the first. @returns their number */
function markStops(page: Page): Promise<number> {
  return page.evaluate(() => {
    const focusable =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"], [contenteditable="true"]';
    const groups = new Set<string>();
    let count = 0;
    for (const element of document.querySelectorAll<HTMLElement>(focusable)) {
      const isShown = element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
      if (!isShown || element.matches(':disabled, [tabindex="-1"], [inert] *, .ck-toolbar *')) continue;
      if (element instanceof HTMLInputElement && element.type === 'radio') {
        if (groups.has(element.name)) continue;
        groups.add(element.name);
      }
      element.dataset.stop = String(count++);
    }
    return count;
  });
}

/** The focused element: which one it is, whether it is visible, and whether its focus is visible. */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const isOutlined = (each: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    };
    // Some fields show the focus on the frame around them, and links of cards on the whole card.
    const frames: Element[] = [];
    for (let each: Element | null = element; each && each.tagName !== 'MAIN'; each = each.parentElement)
      frames.push(each);
    const { top, bottom, width } = element.getBoundingClientRect();
    return {
      stop: element.dataset.stop,
      html: element.outerHTML.slice(0, 160),
      isMarked:
        frames.some(isOutlined) || getComputedStyle(element).boxShadow !== 'none' || element.matches('.ck-focused'),
      isInSight: width > 0 && bottom > 0 && top < innerHeight,
    };
  });
}

test.describe('by keyboard alone', () => {
  // Each page is traversed from its first element to its last.
  test.describe.configure({ timeout: 120_000 });

  for (const { as, site = 'default', path, follow } of PAGES) {
    const name = `${as ? `${as}, ` : ''}${site === 'default' ? '' : site}${path}${follow ? ', its first link' : ''}`;
    test(`[PAGE-09] the Tab key reaches every element, always visibly, and leaves the page again: ${name}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (as) await startSession(page, as);
      await page.goto(at(path, site), { waitUntil: 'networkidle' });
      if (follow) {
        const next = (await page.locator(follow).first().getAttribute('href'))!;
        await page.goto(at(next, site), { waitUntil: 'networkidle' });
      }
      const count = await markStops(page);
      expect(count).toBeGreaterThan(5);
      const reached = new Set<string>();
      const faults: string[] = [];
      for (let press = 0; press < count + 20; press += 1) {
        await page.keyboard.press('Tab');
        const now = await focused(page);
        // After the last element, the browser itself has the focus.
        if (!now) break;
        if (now.stop !== undefined && reached.has(now.stop)) break;
        if (now.stop !== undefined) reached.add(now.stop);
        if (!now.isMarked) faults.push(`no mark: ${now.html}`);
        if (!now.isInSight) faults.push(`out of sight: ${now.html}`);
      }
      const missed = await page.evaluate(
        (known) =>
          [...document.querySelectorAll<HTMLElement>('[data-stop]')]
            // A "more" button disappears when there is nothing more to show.
            .filter((each) => each.checkVisibility() && !known.includes(each.dataset.stop!))
            .map((each) => each.outerHTML.slice(0, 160)),
        [...reached],
      );
      expect({ faults, missed }).toEqual({ faults: [], missed: [] });
    });
  }
});

test('[PAGE-09] the menus of the header close with Escape, and when the focus leaves them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page, 'applicant');
  await page.goto(at('/contact'));
  for (const menu of [page.locator('header details').first(), page.locator('details[data-account-menu]')]) {
    const [summary, links] = [menu.locator('summary'), menu.getByRole('link')];
    const leave = () =>
      links
        .or(menu.getByRole('button'))
        .last()
        .focus()
        .then(() => page.keyboard.press('Tab'));
    // The script of the menu is loaded at its first use.
    await expect(async () => {
      await summary.focus();
      if (!(await links.first().isVisible())) await page.keyboard.press('Enter');
      await expect(links.first()).toBeVisible();
      await links.first().focus();
      await page.keyboard.press('Escape');
      await expect(summary).toBeFocused({ timeout: 500 });
    }).toPass();
    await expect(links.first()).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(links.first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(links.first()).toBeFocused();
    await expect(links.first()).toBeVisible();
    await leave();
    await expect(links.first()).toBeHidden();
  }
});
