import { expect, type Page, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { useForm } from '../support/checked-form';
import { axeViolations } from '../support/sound-page';

const PDF = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA letter.') };
const NOTICE = { name: 'causeboard-notice', value: 'contact-sent', url: at('/') };

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ann Bell');
  await page.getByLabel('Your email address').fill('ann@people.test');
  await page.getByLabel('What is it about?').fill('A question');
  await page.getByLabel('Your message').fill('Hello there');
}

const banner = (page: Page) => page.locator('[data-message]');

for (const javaScriptEnabled of [true, false]) {
  test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('[PAGE-01] a message with a file is sent, and confirmed once', async ({ page }) => {
      const errors = collectErrors(page);
      await page.goto(at('/contact'));
      await fill(page);
      await page.getByLabel('Attach files').setInputFiles(PDF);
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page).toHaveURL(at('/'));
      await expect(banner(page)).toContainText('Thank you');
      await page.reload();
      await expect(banner(page)).toHaveCount(0);
      expect(errors).toEqual([]);
    });

    test('[PAGE-01] errors found by the server get the focus, and everything typed is kept', async ({ page }) => {
      await page.goto(at('/contact'));
      await fill(page);
      await page.getByLabel('Your message').fill(' ');
      await page.getByLabel('Attach files').setInputFiles(PDF);
      if (javaScriptEnabled) await expect(page.getByText('cv.pdf uploaded.')).toBeVisible();
      await page.getByLabel('Send me a copy').check();
      // Bypasses the script, which would not submit the form.
      if (javaScriptEnabled)
        await page.locator('form[data-contact-form]').evaluate((form: HTMLFormElement) => form.submit());
      else await page.getByRole('button', { name: 'Send message' }).click();
      const alert = page.getByRole('alert').filter({ hasText: /./ });
      await expect(alert).toContainText('Field is required');
      await alert.getByRole('link', { name: /Your message/ }).click();
      if (javaScriptEnabled) {
        expect(await axeViolations(page)).toEqual([]);
      }
      await expect(page.getByLabel('Your name')).toHaveValue('Ann Bell');
      await expect(page.getByLabel('Send me a copy')).toBeChecked();
      if (javaScriptEnabled) await expect(page.locator('[data-file]')).toContainText('cv.pdf');
      else await expect(page.getByRole('checkbox', { name: /cv\.pdf/ })).toBeChecked();
      await page.getByLabel('Your message').fill('Hello again');
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(banner(page)).toContainText('Thank you');
    });

    test('[PAGE-02] from the home page to an article and further, in the same language', async ({ page }) => {
      await page.goto(at('/de', 'europe'));
      await page.getByRole('link', { name: 'Alle Beiträge' }).click();
      await expect(page).toHaveURL(at('/de/blog', 'europe'));
      const first = page.locator('main h2 a').first();
      const title = await first.innerText();
      await first.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await page.getByRole('link', { name: 'Gehalt', exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beiträge zum Thema Gehalt');
    });
  });
}

test('[PAGE-01] by keyboard alone', async ({ page }) => {
  await page.goto(at('/contact'));
  await page.getByLabel('Your name').focus();
  for (const text of ['Ann Bell', 'ann@people.test', 'A question', 'Hello there']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByLabel('Attach files')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Send me a copy')).toBeChecked();
  // The hidden field, which only bots fill in, is skipped.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(banner(page)).toContainText('Thank you');
});

test('[PAGE-01] a file that is too large is reported before it is uploaded', async ({ page }) => {
  await page.goto(at('/contact'));
  await useForm(page);
  await fill(page);
  const files = page.getByLabel('Attach files');
  // Larger than a test may pass to the browser.
  await files.evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new ArrayBuffer(50_000_001)], 'cv.pdf'));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.locator('[data-files-refused]')).toHaveText(/^cv\.pdf is larger than 50\sMB/);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(at('/contact'));
  await files.setInputFiles(PDF);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(banner(page)).toContainText('Thank you');
});

test('[PAGE-01] an interrupted upload continues where it stopped, and the message waits for it', async ({ page }) => {
  const parts: string[] = [];
  await page.route('**/application-files?**', async (route) => {
    const offset = new URL(route.request().url()).searchParams.get('offset')!;
    parts.push(offset);
    // The third part is lost, and later its response.
    if (parts.length === 3) return route.abort();
    if (parts.length === 4) {
      await route.fetch();
      return route.abort();
    }
    return route.continue();
  });
  await page.goto(at('/contact'));
  await useForm(page);
  await fill(page);
  const large = Buffer.concat([PDF.buffer, Buffer.alloc(2_000_000 - PDF.buffer.length, 1)]);
  await page.getByLabel('Attach files').setInputFiles({ ...PDF, buffer: large });
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.locator('[data-contact-status]')).toContainText('still uploading');
  await expect(banner(page)).toContainText('Thank you', { timeout: 20_000 });
  // Parts that had arrived were not sent again.
  expect(parts).toEqual(['0', '500000', '1000000', '1000000', '1000000', '1500000']);
});

test('[PAGE-01] the script of the form is loaded only when the form is used', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(at('/contact'), { waitUntil: 'networkidle' });
  const form = page.locator('form[data-contact-form]');
  await expect(form).toHaveJSProperty('noValidate', false);
  expect(scripts.filter((url) => /contact-form|checks/.test(url))).toEqual([]);
  await page.getByLabel('Your name').focus();
  await expect(form).toHaveJSProperty('noValidate', true);
});

test('[PAGE-01] [AUTH-17] with bot protection enabled, the form proves that the visitor is human', async ({ page }) => {
  await page.goto(at('/contact', 'charity-ca'));
  await fill(page);
  await page.getByRole('button', { name: 'Send message' }).scrollIntoViewIfNeeded();
  await expect(page.locator('[data-captcha="done"]')).toHaveCount(1, { timeout: 20_000 });
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(at('/', 'charity-ca'));
  await expect(banner(page)).toContainText('Thank you');
});

test('[ROUTE-13] a message disappears after each navigation, forward and back, with and without a page load', async ({
  page,
  context,
}) => {
  await context.addCookies([NOTICE]);
  await page.goto(at('/'));
  await expect(banner(page)).toHaveCount(1);
  await page.goto(at('/jobs'));
  await expect(banner(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(at('/'));
  await expect(banner(page)).toHaveCount(0);

  await context.addCookies([NOTICE]);
  await page.goto(at('/jobs'), { waitUntil: 'networkidle' });
  await expect(banner(page)).toHaveCount(1);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(banner(page)).toHaveCount(0);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL(at('/jobs'));
  await expect(banner(page)).toHaveCount(0);
});

test('[ROUTE-13] parameters that showed a message are removed from the address', async ({ page }) => {
  await page.goto(at('/user/login?notice=password-changed'));
  await expect(banner(page)).toHaveCount(1);
  await expect(page).toHaveURL(at('/user/login'));
  await page.goto(at('/'));
  await page.goBack();
  await expect(page).toHaveURL(at('/user/login'));
  await expect(banner(page)).toHaveCount(0);
});

test('[PAGE-05] the campaign of the first page is stored for the browser session, if the backend requires it', async ({
  page,
}) => {
  const source = () => page.evaluate(() => sessionStorage.getItem('creation_source'));
  const settled = () => page.waitForLoadState('networkidle');
  await page.goto(at('/?utm_source=unasked'));
  await settled();
  expect(await source()).toBeNull();
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '</head>',
      '<meta name="creation-source" content="utm_source"></head>',
    );
    return route.fulfill({ response, body });
  });
  await page.goto(at('/?utm_source=spring%20mail&utm_medium=x'));
  await settled();
  expect(await source()).toBe('spring mail');
  await page.goto(at('/jobs?utm_source=later'));
  await settled();
  expect(await source()).toBe('spring mail');
});
