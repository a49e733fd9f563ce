/**
 * Asks until a condition holds.
 *
 * @throws when it does not within the time.
 */
export async function waitFor(what: string, holds: () => Promise<boolean> | boolean, withinMs = 30_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; ;) {
    if (await holds()) return;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
