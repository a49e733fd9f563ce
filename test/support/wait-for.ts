/**
 * Polls until a condition holds.
 *
 * @throws if it does not hold within the time limit
 */
export async function waitFor(what: string, holds: () => Promise<boolean> | boolean, withinMs = 30_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; ;) {
    if (await holds()) return;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
