import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { lookUp, type Lookup, NO_SUCH_PAGE } from './lookup';
import { absentPage } from './page-data';

interface Data {
  job: { title: string } | null;
}

const failed: GraphqlResult<Data> = { ok: false, failure: { kind: 'timeout', message: 'Late.' } };

function request(): PageRequest {
  return { respond: () => undefined, messages: {}, locale: 'en', requestId: '1' } as unknown as PageRequest;
}

describe('looking something up', () => {
  const read = ({ job }: Data) => job;

  it('is found, missing or unavailable', () => {
    expect(lookUp({ ok: true, data: { job: { title: 'Cook' } } }, read)).toEqual({
      kind: 'found',
      value: { title: 'Cook' },
    });
    expect(lookUp({ ok: true, data: { job: null } }, read)).toEqual({ kind: 'missing' });
    expect(lookUp(failed, read)).toMatchObject({ kind: 'unavailable' });
  });

  it('results in 404 only if the record certainly does not exist', () => {
    const absent = (answer: GraphqlResult<Data>) => {
      const found = lookUp(answer, read);
      return found.kind === 'found' ? 200 : absentPage(request(), found).failure.status;
    };
    expect([absent({ ok: true, data: { job: null } }), absent(failed)]).toEqual([404, 503]);
    const refused = (code: string): GraphqlResult<Data> => ({
      ok: false,
      failure: { kind: 'refused', message: 'No.', errors: [{ message: 'No.', extensions: { code } }] },
    });
    expect([absent(refused('FORBIDDEN')), absent(refused('INTERNAL_SERVER_ERROR'))]).toEqual([404, 503]);
  });

  it('cannot be turned into "not found" if it failed: the compiler reports an error', () => {
    const found: Lookup<unknown> = lookUp(failed, read);
    // @ts-expect-error A lookup that nobody has looked at proves nothing.
    expect(absentPage(request(), found).failure.status).toBe(503);
    // @ts-expect-error Nor does an object that only says so.
    expect(absentPage(request(), { kind: 'missing' }).failure.status).toBe(404);
    expect(absentPage(request(), NO_SUCH_PAGE).failure.status).toBe(404);
  });
});
