export default async function teardown() {
  await globalThis.__products?.close();
}
