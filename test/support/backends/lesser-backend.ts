import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  buildASTSchema,
  type DocumentNode,
  getVariableValues,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  validate,
  visit,
} from 'graphql';
import { typeDefs } from '#contract/generated/schema.js';

interface Call {
  operationName: string;
  query: string;
  variables: Record<string, unknown>;
}

/** Makes a real backend look like one whose schema lacks some fields: operations that contain one of them get validation errors. */
export class LesserBackend {
  /** Names of the operations that reached it, oldest first, and whether its schema has all their fields. */
  readonly operations: { name: string; isAnswered: boolean }[] = [];
  private readonly server: Server;
  private readonly schema: GraphQLSchema;

  private constructor(
    private readonly backend: string,
    lacks: readonly string[],
  ) {
    this.schema = schemaWithout(lacks);
    this.server = createServer((incoming, outgoing) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const body = Buffer.concat(parts);
        const errors = incoming.method === 'POST' ? this.refusals(body.toString()) : [];
        if (errors.length > 0) {
          outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ errors }));
          return;
        }
        const headers: IncomingHttpHeaders = { ...incoming.headers, host: new URL(this.backend).host };
        const onward = request(this.backend, { method: incoming.method, path: incoming.url, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        onward.end(body);
      });
    });
  }

  /** @param lacks missing fields of types and inputs, as `Type.field` */
  static async start(backend: string, lacks: readonly string[]): Promise<LesserBackend> {
    const lesser = new LesserBackend(backend, lacks);
    await new Promise<void>((resolve) => lesser.server.listen(0, '127.0.0.1', resolve));
    return lesser;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/graphql`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private refusals(body: string): { message: string }[] {
    const { operationName, query, variables } = JSON.parse(body) as Partial<Call>;
    if (query === undefined) return [];
    const document = parse(query);
    // Like real servers, check the variables only if the operation itself is valid.
    const invalid = validate(this.schema, document);
    const refused = invalid.length > 0 ? invalid : this.variableErrors(document, variables ?? {});
    const errors = refused.map(({ message }) => ({ message }));
    this.operations.push({ name: operationName ?? '', isAnswered: errors.length === 0 });
    return errors;
  }

  private variableErrors(document: DocumentNode, variables: Record<string, unknown>): readonly GraphQLError[] {
    const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
    return getVariableValues(this.schema, operation?.variableDefinitions ?? [], variables).errors ?? [];
  }
}

/** Removes fields from the contract. Fails if one of them does not exist, so that a test is kept up to date with the contract. */
function schemaWithout(lacks: readonly string[]): GraphQLSchema {
  const left = new Set(lacks);
  const document = visit(parse(typeDefs), {
    FieldDefinition: (node, _key, _parent, _path, ancestors) => leaveOut(node.name.value, ancestors),
    InputValueDefinition: (node, _key, _parent, _path, ancestors) => leaveOut(node.name.value, ancestors),
  });
  if (left.size > 0) throw new Error(`The contract has no ${[...left].join(', ')}`);
  return buildASTSchema(document);

  /** @returns null to remove the node, undefined to keep it */
  function leaveOut(field: string, ancestors: readonly unknown[]): null | undefined {
    const parent = ancestors.findLast((node) => !Array.isArray(node)) as { name?: { value: string } } | undefined;
    const name = `${parent?.name?.value}.${field}`;
    if (!lacks.includes(name)) return undefined;
    left.delete(name);
    return null;
  }
}
