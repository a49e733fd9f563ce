import { expect, test } from '@playwright/test';
import { at } from '../support/browser-site';

interface Sent {
  operationName: string;
  variables: { prefix?: string; text?: string };
}

test('[GQL-03] suggestions that are asked for at the same time go out as one batch, and each box shows its own', async ({
  page,
}) => {
  const sent: { method: string; body: Sent | Sent[] }[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/graphql')
      sent.push({ method: request.method(), body: request.postDataJSON() as Sent | Sent[] });
  });
  await page.goto(at('/jobs', 'charity-ca'));
  const what = page.getByRole('combobox', { name: 'What' });
  const where = page.getByRole('combobox', { name: 'Where' });
  // Typing once makes sure that the scripts of both boxes are there.
  await where.pressSequentially('t');
  await expect(page.getByRole('option').first()).toBeVisible();
  await what.pressSequentially('ma');
  // A request on its way from here would be taken for one of the two below.
  await expect
    .poll(() => sent.flatMap(({ body }) => body).map(({ variables }) => variables.prefix ?? variables.text))
    .toEqual(expect.arrayContaining(['t', 'ma']));
  sent.length = 0;

  const boxes = [await what.elementHandle(), await where.elementHandle()];
  await page.evaluate((inputs) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    for (const [index, text] of ['manag', 'toron'].entries()) {
      value.set!.call(inputs[index], text);
      inputs[index]!.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, boxes);

  await expect.poll(() => sent.length).toBeGreaterThan(0);
  const batch = sent.find(({ body }) => Array.isArray(body));
  expect(batch?.method).toBe('POST');
  const asked = (batch!.body as Sent[]).map(({ operationName, variables }) => [
    operationName,
    variables.prefix ?? variables.text,
  ]);
  expect(asked.sort()).toEqual([
    ['KeywordSuggestions', 'manag'],
    ['PlaceSuggestions', 'toron'],
  ]);
  // The arrow key opens the list of a box that has something to suggest.
  await where.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Toronto/ }).first()).toBeVisible();
  await what.press('ArrowDown');
  await expect(page.getByRole('option', { name: /manag/i }).first()).toBeVisible();
});
