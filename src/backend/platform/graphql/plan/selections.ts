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
  node: FieldNode;
  /** By `@include` and `@skip` of the field and of the fragments around it; undefined: always. */
  isIncluded: Inclusion | undefined;
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

  /** @throws NotPlannable where one key is selected twice: what is below would have to be merged. */
  of(type: GraphQLObjectType, nodes: readonly FieldNode[] | 'operation'): ChosenField[] {
    const chosen: ChosenField[] = [];
    const sets = nodes === 'operation' ? [this.operation.selectionSet] : nodes.map((node) => node.selectionSet);
    for (const set of sets) if (set) this.collect(type, set, undefined, chosen);
    const keys = new Set(chosen.map(({ key }) => key));
    if (keys.size < chosen.length) throw new NotPlannable(`A field of ${type.name} is selected twice`);
    return chosen;
  }

  private collect(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    around: Inclusion | undefined,
    into: ChosenField[],
  ): void {
    for (const selection of selections) {
      const isIncluded = both(around, inclusionOf(selection));
      if (selection.kind === Kind.FIELD) {
        into.push({ key: (selection.alias ?? selection.name).value, node: selection, isIncluded });
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value ?? type.name;
        if (this.applies(condition, type)) this.collect(type, selection.selectionSet, isIncluded, into);
      } else {
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
