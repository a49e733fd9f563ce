import { build } from '../../scripts/build.mjs';
import { startProducts } from './products.mjs';

/** Starts the products if they are not running already (`npm test` starts them once for all suites). */
export default async function setup() {
  if (process.env.TEST_EMBEDDED) return;
  await build();
  const products = await startProducts();
  Object.assign(process.env, products.env);
  globalThis.__products = products;
}
