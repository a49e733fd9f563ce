import { existsSync, readFileSync } from 'node:fs';
import { MUTATIONS } from './mutations.mjs';

describe('mutations', () => {
  // `npm run test:mutations` would report this too, but takes hours.
  it('change a text that occurs exactly once in its file, and name an existing test', () => {
    const misfits = MUTATIONS.filter(
      ({ file, from, test }) =>
        !existsSync(test) || !existsSync(file) || readFileSync(file, 'utf8').split(from).length !== 2,
    );
    expect(misfits).toEqual([]);
  });
});
