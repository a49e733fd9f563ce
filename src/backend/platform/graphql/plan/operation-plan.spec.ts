import {
  buildSchema,
  execute,
  getNamedType,
  getOperationAST,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  isInterfaceType,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import * as operations from '#contract/generated/operations.js';
import { typeDefs } from '#contract/generated/schema.js';
import { Random } from '../../../../../demo/random.js';
import type { RequestContext } from '../request-context.js';
import { planQuery } from './operation-plan.js';

const schema = buildSchema(`
  interface Named { name: String! }
  enum Colour { RED GREEN }
  scalar When
  union Thing = Person | Place
  type Person implements Named { name: String! age: Int height: Float id: ID! friends(first: Int = 3): [Person!]! home: Place colour: Colour when: When busy: Boolean! }
  type Place implements Named { name: String! people: [Person] near: [[Place!]] thing: Thing named: Named }
  type Query { things(filter: Filter, count: Int!): [Thing!]! place(id: ID): Place person: Person! text: String }
  input Filter { name: String parts: [Filter!] }
`);

const QUERIES = [
  `query Q($n: Int!, $f: Filter, $with: Boolean!) {
    things(count: $n, filter: $f) { __typename ... on Person { ...P friends(first: $n) { id @skip(if: $with) name } } ... on Place { name ...N } ... on Named { title: name @include(if: $with) } }
    text
  }
  fragment P on Person { id age height colour when busy home { name people { id } } }
  fragment N on Place { near { name } thing { ... on Person { id } ... on Place { name } } named { name __typename ... on Person { age } } }`,
  `query Q($with: Boolean!) { place(id: 7) @include(if: $with) { named { ... on Place { name } } people { friends { friends { name } } } } person { id busy } }`,
  `{ person { first: friends(first: 1) { id } all: friends { id } } }`,
  `{ person { ...P home { people { id } } } person { age ...P } }
  fragment P on Person { id home { name people { name home { name } } } friends(first: 2) { home { near { name } } } }`,
];
const context = {} as RequestContext;

/** Returns a random value of the type, or occasionally an invalid one. */
function valueOf(type: GraphQLOutputType, random: Random, depth: number, bad: number): unknown {
  if (random.chance(bad))
    return random.pick<unknown>([null, undefined, {}, [], 'x', 1.5, Number.NaN, new Error('bad')]);
  const made = soundValue(type, random, depth, bad);
  // graphql-js 16 abandons the promises of a list when another item throws synchronously, so late and invalid values are never combined.
  if (bad === 0 && random.chance(0.15)) return Promise.resolve(made);
  if (depth === 0 && random.chance(bad)) return Promise.reject(new Error('late'));
  return made;
}

function soundValue(type: GraphQLOutputType, random: Random, depth: number, bad: number): unknown {
  if (isNonNullType(type)) return presentValue(type.ofType, random, depth, bad);
  return random.chance(0.1) ? null : presentValue(type, random, depth, bad);
}

function presentValue(type: GraphQLOutputType, random: Random, depth: number, bad: number): unknown {
  if (isListType(type)) {
    const size = depth > 4 ? 0 : random.integer(0, 3);
    return Array.from({ length: size }, () => valueOf(type.ofType, random, depth + 1, bad));
  }
  if (type instanceof GraphQLEnumType) return random.pick(['RED', 'GREEN']);
  if (type instanceof GraphQLScalarType) {
    if (type.name === 'Boolean') return random.pick<unknown>([true, false, 1]);
    if (type.name === 'Int') return random.pick<unknown>([1, -5, '7', true]);
    if (type.name === 'Float') return random.pick<unknown>([1.5, 2, '0.5']);
    return random.pick<unknown>(['text', 12, 'é']);
  }
  if (isUnionType(type) || isInterfaceType(type)) return objectOf(random.pick(['Person', 'Place']), random, depth, bad);
  if (!isObjectType(type)) throw new Error(String(type));
  return objectOf(type.name, random, depth, bad);
}

/** Fields are created when they are requested, and then stay the same. */
function objectOf(typeName: string, random: Random, depth: number, bad: number): unknown {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(typeName);
  const object: Record<string, unknown> = random.chance(bad) ? {} : { __typename: typeName };
  for (const field of Object.values(type.getFields())) {
    const seed = random.integer(1, 1e9);
    const make = () => valueOf(field.type, new Random(seed), depth + 1, bad);
    if (depth > 5 && !isNonNullType(field.type)) object[field.name] = null;
    else if (field.name === 'friends') object[field.name] = ({ first }: { first: number }) => limited(make(), first);
    else if (random.chance(0.3)) object[field.name] = () => (random.chance(0) ? null : make());
    else if (isObjectType(getNamedType(field.type))) object[field.name] = () => make();
    else Object.defineProperty(object, field.name, { get: make, enumerable: true });
  }
  return object;
}

function limited(friends: unknown, first: number): unknown {
  if (friends instanceof Promise) return friends.then((list) => limited(list, first));
  return Array.isArray(friends) ? friends.slice(0, first) : friends;
}

function attach(seed: number, bad: number): void {
  for (const field of Object.values(schema.getQueryType()!.getFields())) {
    field.resolve = () => {
      const random = new Random(seed + field.name.length);
      if (random.chance(bad)) throw new Error('refused');
      return valueOf(field.type, random, 0, bad);
    };
  }
}

describe('planQuery', () => {
  test.each(QUERIES.map((query, index) => [index, query] as const))(
    'gives the same result as graphql-js, or leaves the query to it (query %i)',
    async (index, query) => {
      const document = parse(query);
      expect(validate(schema, document)).toEqual([]);
      let answered = 0;
      for (let seed = 1; seed <= 400; seed++) {
        const random = new Random(seed * 31 + index);
        attach(seed, seed % 2 === 0 ? 0 : 0.02);
        const planned = planQuery(schema, document, getOperationAST(document)!)!;
        const variables = { n: random.integer(0, 3), f: { parts: [{ name: 'x' }] }, with: random.chance(0.5) };
        const expected = await execute({ schema, document, variableValues: variables, contextValue: context });
        const answer = await planned({ variables, context }).catch(() => undefined);
        const seen = { seed, errors: answer ? undefined : expected.errors?.length, data: answer ?? expected.data };
        expect(JSON.stringify(seen)).toBe(
          JSON.stringify({ seed, errors: expected.errors?.length, data: expected.data }),
        );
        if (answer) answered++;
        else expect(expected.errors?.length).toBeGreaterThan(0);
      }
      expect(answered).toBeGreaterThan(150);
    },
  );

  test('rejects invalid variables', async () => {
    const document = parse(QUERIES[0]!);
    attach(1, 0);
    const planned = planQuery(schema, document, getOperationAST(document)!)!;
    await expect(planned({ variables: { n: 'many', with: true }, context })).rejects.toThrow('$n');
  });

  // Queries without a plan give the same results through graphql-js, but make a page of jobs a third more expensive.
  test('prepares every query of the product', () => {
    const own = buildSchema(typeDefs);
    const left = Object.entries(operations)
      .filter(([, text]) => text instanceof operations.TypedDocumentString)
      .map(([name, text]) => [name, parse(String(text))] as const)
      .filter(([, document]) => getOperationAST(document)?.operation === OperationTypeNode.QUERY)
      .filter(([, document]) => !planQuery(own, document, getOperationAST(document)!));
    expect(left.map(([name]) => name)).toEqual([]);
  });

  test('follows a fragment once, however often it is spread', () => {
    const fragments = Array.from({ length: 60 }, (_, at) => `fragment F${at} on A { ...F${at + 1} ...F${at + 1} }`);
    const document = parse(`{ a { ...F0 } } ${fragments.join(' ')} fragment F60 on A { b }`);
    const small = buildSchema('type Query { a: A } type A { b: Int }');
    expect(planQuery(small, document, getOperationAST(document)!)).toBeDefined();
  });

  test.each([
    ['a mutation', 'mutation { x }', 'type Query { a: Int } type Mutation { x: Int }'],
    ['introspection', '{ __schema { types { name } } }', 'type Query { a: Int }'],
    [
      'a field selected again where a variable says so',
      'query ($with: Boolean!) { a { b } a @include(if: $with) { c } }',
      'type Query { a: A } type A { b: Int c: Int }',
    ],
  ])('leaves %s to graphql-js', (_what, query, sdl) => {
    const document = parse(query);
    expect(planQuery(buildSchema(sdl), document, getOperationAST(document)!)).toBeUndefined();
  });
});
