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
  /** More than one node if fragments select different parts of the same field; the arguments are always the same. */
  nodes: FieldNode[];
  /** Condition by `@include` and `@skip` of the field and the fragments around it; undefined if it is always included. */
  isIncluded: Inclusion | undefined;
}

/** Selections collected so far for one type. */
interface Collected {
  fields: Map<string, ChosenField>;
  /** Names of fragments that are always included. */
  fragments: Set<string>;
}

type Inclusion = (variables: Record<string, unknown>) => boolean;

/** The query uses a feature that only graphql-js supports. */
export class NotPlannable extends Error {
  override name = 'NotPlannable';
}

/** Determines which fields an operation selects on each type, with fragments resolved. */
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

  /** @throws NotPlannable if a field is selected several times, at least once conditionally: its sub-selections then depend on variables */
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
        // Another spread of the same fragment adds nothing; following each one would let a short query expand a fragment a million times.
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
