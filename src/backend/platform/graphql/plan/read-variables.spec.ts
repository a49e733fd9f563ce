import { buildSchema, parse, type OperationDefinitionNode } from 'graphql';
import { variableReader } from './operation-plan.js';

const schema = buildSchema(`
  input Facet { field: String!, limit: Int = 5 }
  type Query { search(facets: [Facet!], first: Int): Int }
`);
const document = parse('query($facets: [Facet!], $first: Int = 3) { search(facets: $facets, first: $first) }');
const definitions = (document.definitions[0] as OperationDefinitionNode).variableDefinitions!;

test('reads a frozen value once, and others every time', () => {
  const read = variableReader(schema, definitions);
  const facets = Object.freeze([Object.freeze({ field: 'remote' })]);
  const first = read({ facets, first: 1 });
  const second = read({ facets, first: 2 });
  expect(first).toEqual({ facets: [{ field: 'remote', limit: 5 }], first: 1 });
  expect(second).toEqual({ facets: [{ field: 'remote', limit: 5 }], first: 2 });
  expect(second['facets']).toBe(first['facets']);
  const changing = [{ field: 'remote' }];
  read({ facets: changing });
  changing[0]!.field = 'company';
  expect(read({ facets: changing })).toEqual({ facets: [{ field: 'company', limit: 5 }], first: 3 });
});

test('rejects an invalid value every time, frozen or not', () => {
  const read = variableReader(schema, definitions);
  const facets = Object.freeze([Object.freeze({ field: 7 })]);
  for (const value of [facets, facets, [{ field: 7 }]])
    expect(() => read({ facets: value })).toThrow('String cannot represent a non string value: 7');
});
