import { GetAppConfigDocument, JobDetailDocument, JwtTokenDocument } from '#contract/generated/operations.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-over-http.js';
import { checkResponse } from './http.transport.js';

function check(document: { toString(): string }, answer: FormattedExecutionResult, variables = {}) {
  return checkResponse({ query: document.toString(), operationName: '', variables }, answer);
}

describe('responses of an external backend', () => {
  it('are unchanged if they contain all requested fields', () => {
    const data = { getAppConfig: [{ name: 'creation-source', key: 'creation-source', value: 'x' }] };
    expect(check(GetAppConfigDocument, { data })).toEqual({ data });
  });

  it('have an error at a missing field, even if the field is nullable', () => {
    expect(check(JobDetailDocument, { data: {} }, { id: '1' })).toMatchObject({
      data: { job: null },
      errors: [{ path: ['job'], message: 'The answer of the backend lacks Query.job.' }],
    });
    expect(check(JobDetailDocument, { data: { job: null } }, { id: '1' })).toEqual({ data: { job: null } });
  });

  it.each([
    [{}],
    [{ getAppConfig: null }],
    [{ getAppConfig: 'x' }],
    [{ getAppConfig: [{ name: {} }] }],
    [{ getAppConfig: [7] }],
  ])('of other types are errors: %j', (data) => {
    const { data: checked, errors } = check(GetAppConfigDocument, { data });
    expect([checked, errors?.length]).toEqual([null, 1]);
  });

  it('keep the errors of the backend itself', () => {
    const told = { message: 'No.', path: ['job'], extensions: { code: 'FORBIDDEN' } };
    expect(check(JobDetailDocument, { data: { job: null }, errors: [told] }, { id: '1' }).errors).toEqual([told]);
  });

  it('name the types of abstract fields, or are recognized by their fields', () => {
    const query = `{ searchAPISearch(index_id: "jobs") { documents { id ... on JobDocument { title eligibleCountries } } } }`;
    const answered = (document: object) => check(query, { data: { searchAPISearch: { documents: [document] } } });
    const job = { id: '1', title: 'Cook', eligibleCountries: [] };
    expect(answered(job)).toEqual({ data: { searchAPISearch: { documents: [job] } } });
    const named = { __typename: 'OrganizationDocument', id: '1' };
    expect(answered(named)).toEqual({ data: { searchAPISearch: { documents: [{ id: '1' }] } } });
  });

  it('[GQL-01] treat a login error as an ordinary one if the backend has another name for its type', () => {
    const answered = { JwtToken: { jwt: null, errors: [{ __typename: 'Violation', message: 'No.' }] } };
    const { data } = check(JwtTokenDocument, { data: answered }, { email: 'a@b.test', password: 'x' });
    expect(data).toMatchObject({ JwtToken: { errors: [{ __typename: 'AccountError', message: 'No.' }] } });
  });
});
