import { expect, test } from '@playwright/test';
import { DEMO_PASSWORD, HOSTS, type RunningProduct, startProduct } from '../../support/products.mjs';
import { chatEvent, ChatService, silentAfter, textOf } from '../../support/servers/chat-service';
import { collectErrors } from '../support/browser-site';
import { axeViolations } from '../support/sound-page';

let service: ChatService;
let product: RunningProduct;
const at = (path: string) => `http://${HOSTS.europe}:${new URL(product.url).port}${path}`;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  service = await ChatService.start();
  product = await startProduct({
    DATA_DIR: process.env.TEST_DATA_DIR!,
    BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    ...service.settings,
  });
});

test.afterAll(async () => {
  await product.stop();
  await service.close();
});

test('[ROLE-08] a draft is written beside the description, by keyboard alone, and never replaces what was typed', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const errors = collectErrors(page);
  await page.goto(at('/en/user/login'));
  await page.locator('#field-email').fill('recruiter@demo.causeboard.test');
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-password').press('Enter');
  await page.waitForURL('**/dashboard*');
  await page.goto(at('/en/job/wizard'));
  const editor = page.locator('#field-description[contenteditable="true"]');
  await expect(editor).toBeVisible();
  const assistant = page.getByRole('region', { name: 'Writing assistant' });
  const start = assistant.getByRole('button', { name: 'Draft a description' });
  const status = assistant.getByRole('status');

  // A missing field is reported, and no request is sent to the service.
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Field is required');
  expect(service.requests).toEqual([]);

  await page.locator('#field-title').fill(`Beekeeper ${Date.now().toString(36)}`);
  await editor.click();
  await page.keyboard.type('Gentle with bees.');

  service.answer = silentAfter(chatEvent({ content: '<p>You look after our' }));
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Writing a draft…');
  const draft = assistant.getByRole('region', { name: 'Draft' });
  await expect(draft).toHaveAttribute('aria-busy', 'true');
  await expect(draft).toHaveText('You look after our');
  await assistant.getByRole('button', { name: 'Stop writing' }).press('Enter');
  await expect(status).toHaveText('The assistant has stopped.');
  await assistant.getByRole('button', { name: 'Discard draft' }).press('Enter');
  await expect(status).toHaveText('The draft was discarded.');
  await expect(start).toBeFocused();
  await expect(editor).toHaveText('Gentle with bees.');

  service.answer = textOf('<h3>Your work</h3><p>You look', ' after bees.</p><script>window.hacked = true</script>');
  await assistant.getByLabel('Language of the draft').selectOption({ label: 'German' });
  await start.press('Enter');
  await expect(status).toHaveText('The draft is ready. Insert or discard it.');
  await expect(draft).toHaveAttribute('aria-busy', 'false');
  expect(service.requests.at(-1)!.messages[0]!.content).toContain('in German');
  expect(service.requests.at(-1)!.messages[1]!.content).toContain('Gentle with bees.');
  expect(await axeViolations(page)).toEqual([]);
  await expect(editor).toHaveText('Gentle with bees.');

  await assistant.getByRole('button', { name: 'Insert draft' }).press('Enter');
  await expect(editor.locator('p, h3')).toHaveText(['Gentle with bees.', 'Your work', 'You look after bees.']);
  await expect(editor).toBeFocused();
  await expect(draft).toHaveCount(0);
  await expect(page.locator('[data-form-saved]')).toContainText('Saved');
  await page.reload();
  await expect(editor.locator('p, h3')).toHaveText(['Gentle with bees.', 'Your work', 'You look after bees.']);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
});

test('[ROLE-08] without scripts the form has no assistant', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at('/en/user/login'));
  await page.locator('#field-email').fill('recruiter@demo.causeboard.test');
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-password').press('Enter');
  await page.goto(at('/en/job/wizard'));
  await expect(page.locator('textarea#field-description')).toBeVisible();
  await expect(page.locator('[data-assistant]')).toBeHidden();
  await context.close();
});
