import { existsSync, readFileSync } from 'node:fs';
import { MUTATIONS } from './mutations.mjs';

describe('mutations', () => {
  // `npm run test:mutations` takes hours, and says it only then.
  it('change a text that is in its file once, and name a test that is there', () => {
    const misfits = MUTATIONS.filter(
      ({ file, from, test }) =>
        !existsSync(test) || !existsSync(file) || readFileSync(file, 'utf8').split(from).length !== 2,
    );
    expect(misfits).toEqual([]);
  });
});
