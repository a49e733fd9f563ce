import { expect, test } from '@playwright/test';
import { at } from '../support/browser-site';

interface Sent {
  operationName: string;
  variables: { prefix?: string; text?: string };
}

test('[GQL-03] suggestions requested at the same time are sent as one batch, and each field shows its own', async ({
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
  // Typing once makes sure that the scripts of both fields are loaded.
  await where.pressSequentially('t');
  await expect(page.getByRole('option').first()).toBeVisible();
  await what.pressSequentially('ma');
  // A pending request could be mistaken for one of the two below.
  await expect
    .poll(() => sent.flatMap(({ body }) => body).map(({ variables }) => variables.prefix ?? variables.text))
    .toEqual(expect.arrayContaining(['t', 'ma']));

  const boxes = [await what.elementHandle(), await where.elementHandle()];
  const suggested = () =>
    sent.flatMap(({ body }) => body).filter(({ operationName }) => operationName.endsWith('Suggestions'));
  let batch: (typeof sent)[number] | undefined;
  // On a busy machine, the second field may miss the 10 ms in which a batch is collected; then other texts are tried.
  for (const texts of [
    ['market', 'montr'],
    ['teach', 'vancou'],
    ['manag', 'toron'],
  ]) {
    sent.length = 0;
    await page.evaluate(
      ({ inputs, typed }) => {
        const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
        for (const [index, text] of typed.entries()) {
          value.set!.call(inputs[index], text);
          inputs[index]!.dispatchEvent(new Event('input', { bubbles: true }));
        }
      },
      { inputs: boxes, typed: texts },
    );
    await expect.poll(() => suggested().length).toBe(2);
    batch = sent.find(({ body }) => Array.isArray(body));
    if (!batch) continue;
    expect(batch.method).toBe('POST');
    expect(
      suggested().map(({ operationName, variables }) => [operationName, variables.prefix ?? variables.text]),
    ).toEqual(
      expect.arrayContaining([
        ['KeywordSuggestions', texts[0]],
        ['PlaceSuggestions', texts[1]],
      ]),
    );
    break;
  }
  expect(batch).toBeDefined();

  await what.fill('manag');
  await where.fill('toron');
  // The arrow key opens the list of a field with suggestions.
  await where.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Toronto/ }).first()).toBeVisible();
  await what.press('ArrowDown');
  await expect(page.getByRole('option', { name: /manag/i }).first()).toBeVisible();
});
