/** Starts the product if it is not running already. @returns a function that stops it again */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_EMBEDDED) return undefined;
  const { build } = await import('../../scripts/build.mjs');
  const { startProducts } = await import('./products.mjs');
  await build();
  const products = await startProducts();
  Object.assign(process.env, products.env);
  return () => products.close();
}
