import {
  type DocumentNode,
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** A field that a query selects on one type. */
export interface ChosenField {
  key: string;
  /** Several where fragments select different parts of the same field: they ask for it with the same arguments. */
  nodes: FieldNode[];
  /** By `@include` and `@skip` of the field and of the fragments around it; undefined: always. */
  isIncluded: Inclusion | undefined;
}

/** What has been found on one type so far. */
interface Collected {
  fields: Map<string, ChosenField>;
  /** Those that are always included. */
  fragments: Set<string>;
}

type Inclusion = (variables: Record<string, unknown>) => boolean;

/** The query has something that is left to the general executor. */
export class NotPlannable extends Error {
  override name = 'NotPlannable';
}

/** Finds out which fields an operation selects on which type, fragments resolved. */
export class SelectionReader {
  private readonly fragments = new Map<string, { type: string; selections: SelectionSetNode }>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly operation: OperationDefinitionNode,
  ) {
    for (const node of document.definitions) {
      if (node.kind !== Kind.FRAGMENT_DEFINITION) continue;
      this.fragments.set(node.name.value, {
        type: node.typeCondition.name.value,
        selections: node.selectionSet,
      });
    }
  }

  /** @throws NotPlannable where a field is selected several times and not always: which parts are wanted depends on variables then. */
  of(type: GraphQLObjectType, nodes: readonly FieldNode[] | 'operation'): ChosenField[] {
    const chosen: Collected = { fields: new Map(), fragments: new Set() };
    const sets = nodes === 'operation' ? [this.operation.selectionSet] : nodes.map((node) => node.selectionSet);
    for (const set of sets) if (set) this.collect(type, set, undefined, chosen);
    return [...chosen.fields.values()];
  }

  private collect(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    around: Inclusion | undefined,
    into: Collected,
  ): void {
    for (const selection of selections) {
      const isIncluded = both(around, inclusionOf(selection));
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = into.fields.get(key);
        if (known && (known.isIncluded || isIncluded))
          throw new NotPlannable(`${type.name}.${key} is selected several times, depending on variables`);
        if (!known) into.fields.set(key, { key, nodes: [selection], isIncluded });
        else if (!known.nodes.includes(selection)) known.nodes.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value ?? type.name;
        if (this.applies(condition, type)) this.collect(type, selection.selectionSet, isIncluded, into);
      } else if (isIncluded || !into.fragments.has(selection.name.value)) {
        // Spread again, a fragment adds nothing; followed each time, a short query could spread one a million times.
        if (!isIncluded) into.fragments.add(selection.name.value);
        const fragment = this.fragments.get(selection.name.value);
        if (fragment && this.applies(fragment.type, type)) this.collect(type, fragment.selections, isIncluded, into);
      }
    }
  }

  private applies(condition: string, type: GraphQLObjectType): boolean {
    if (condition === type.name) return true;
    const named = this.schema.getType(condition);
    return isAbstractType(named) && this.schema.isSubType(named, type);
  }
}

function inclusionOf(node: SelectionNode): Inclusion | undefined {
  if (!node.directives?.length) return undefined;
  return (variables) =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false;
}

function both(left: Inclusion | undefined, right: Inclusion | undefined): Inclusion | undefined {
  if (!left || !right) return left ?? right;
  return (variables) => left(variables) && right(variables);
}
