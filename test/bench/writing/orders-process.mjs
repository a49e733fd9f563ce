// One of the processes of `commerce.mjs`: buyers order at the same time, each one order after another.
import { randomUUID } from 'node:crypto';
import { backendModule } from '../made-jobs/open-bench.mjs';

const silent = { info() {}, warn() {}, error: console.error, debug() {} };
const PLACE =
  'mutation Place($input: PlaceOrderInput!) { placeOrder(input: $input) { order { id } errors { message } } }';

process.once('message', async ({ dataDir, secret, site, buyers, orders, priceId }) => {
  const { startBackend } = await backendModule('index.js');
  const backend = await startBackend({
    dataDir,
    sites: [site],
    secrets: [secret],
    logger: silent,
    searchMemoryMb: 0,
    demoData: false,
  });
  const order = async ({ jwt, organizationId }) => {
    const input = {
      organizationId,
      product: 'five-jobs',
      quantity: 1,
      priceId,
      total: 11_300,
      provider: 'invoice',
      key: randomUUID(),
      termsAccepted: true,
    };
    const started = performance.now();
    const { data, errors } = await backend.execute({
      operationName: 'Place',
      query: PLACE,
      variables: { input },
      headers: { 'x-causeboard-frontend': `${site.name}; locale=en`, authorization: `Bearer ${jwt}` },
    });
    if (!data?.placeOrder.order) throw new Error(`commerce: ${JSON.stringify({ data, errors })}`);
    return performance.now() - started;
  };
  // The first order loads what is loaded only once.
  await order(buyers[0]);
  process.send({ ready: true });
  process.once('message', async () => {
    const taken = [];
    await Promise.all(
      buyers.map(async (buyer) => {
        for (let count = 0; count < orders; count += 1) taken.push(await order(buyer));
      }),
    );
    process.send({ taken });
    await backend.close();
    process.disconnect();
  });
});
