// Duration of an organization's credits page with ten and with ten thousand movements, in turns, and of the download of the statement.
import { openLogins, PEOPLE, withDemoProduct } from '../demo-product.mjs';
import { backendModule } from '../made-jobs/open-bench.mjs';
import { median, spread } from '../report/statistics.mjs';

const FEW = 10;
const MANY = 10_000;
const PAGES = 100;
const WARM_UP = 30;
const RECRUITER = PEOPLE[1];
const silent = { info() {}, warn() {}, error: console.error, debug() {} };
const part = 'statement';

export function measureStatement({ pace, quick }) {
  return withDemoProduct({}, async (product, dataDir) => {
    const { openDatabase } = await backendModule('platform/database/open-database.js');
    const { database, close } = await openDatabase({ dataDir, logger: silent });
    const organizations = {};
    try {
      for (const [name, movements] of Object.entries({ few: FEW, many: MANY }))
        organizations[name] = await insertOrganization(database, name, movements);
    } finally {
      await close();
    }
    const cookie = await (await openLogins(product.url))(RECRUITER);
    const read = async (path) => {
      const started = performance.now();
      const response = await fetch(product.url + path, { headers: { cookie } });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return { took: performance.now() - started, text };
    };
    const pathOf = (name) => `/my-products?organization=${organizations[name]}`;
    const rowsOf = ({ text }) => text.split('data-sign=').length - 1;
    if (rowsOf(await read(pathOf('few'))) !== FEW || rowsOf(await read(pathOf('many'))) !== 50)
      throw new Error('the pages do not list what there is');
    const turn = async () => [(await read(pathOf('few'))).took, (await read(pathOf('many'))).took];
    for (let count = 0; count < WARM_UP; count++) await turn();
    const [few, many] = [[], []];
    for (let round = 0; round < (quick ? 1 : pace.rounds); round++) {
      const turns = [];
      for (let count = 0; count < PAGES; count++) turns.push(await turn());
      few.push(median(turns.map(([took]) => took)));
      many.push(median(turns.map(([, took]) => took)));
    }
    const [value, yardstick] = [median(many), median(few)];
    const file = `/my-products/statement.csv?organization=${organizations.many}&type=job`;
    const files = [await read(file), await read(file), await read(file)];
    return [
      {
        part,
        what: `/my-products with ${MANY} movements: p50 ms`,
        value,
        yardstick,
        ratio: value / yardstick,
        most: 2,
        spread: spread(many),
        note: `yardstick: with ${FEW}; in turns, ${PAGES} a round`,
      },
      { part, what: `statement of ${MANY} movements as CSV: p50 ms`, value: median(files.map(({ took }) => took)) },
    ];
  });
}

/** Inserts one grant, and a charge for each further movement. @returns the organization's id */
async function insertOrganization(database, name, movements) {
  const { sql } = await import('kysely');
  const { rows } = await sql`
    insert into organization (site, slug, name, language, source, source_key, state)
    values ('default', ${name}, ${name}, 'en', 'bench', ${name}, 'public') returning id`.execute(database);
  const id = String(rows[0].id);
  await sql`insert into organization_member (organization_id, account_id, role)
    select ${id}::bigint, id, 'owner' from account where email = ${RECRUITER}`.execute(database);
  await sql`select ledger_put('grant', 'default', 'organization', ${id}, 'job', ${movements}, 'grant', 'order', '1', null, null,
    'purchased', null)`.execute(database);
  await sql`select ledger_take('charge', 'default', 'organization', ${id}, 'job', 1, 'charge' || n, 'job', '1', null, null, null)
    from generate_series(2, ${movements}::integer) n`.execute(database);
  return id;
}
