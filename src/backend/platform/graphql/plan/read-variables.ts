import { getVariableValues, type GraphQLError, type GraphQLSchema, type VariableDefinitionNode } from 'graphql';

type Variables = Record<string, unknown>;

/**
 * Prepares coercing the variables of an operation to their types. A frozen value is a constant of the caller, such as the facets that every
 * search page requests: it is coerced only once.
 *
 * @returns a function that coerces the variables; it throws a `GraphQLError` for invalid ones
 */
export function variableReader(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): (variables: Variables) => Variables {
  const constants = new Map(
    definitions.map(({ variable }) => [variable.name.value, new WeakMap<object, { value: unknown }>()]),
  );
  const read = (wanted: readonly VariableDefinitionNode[], variables: Variables): Variables => {
    const { coerced, errors } = getVariableValues(schema, wanted, variables, { maxErrors: 1 });
    if (errors) throw errors[0] as GraphQLError;
    return coerced;
  };
  return (variables) => {
    const known: Variables = {};
    const wanted = definitions.filter(({ variable: { name } }) => {
      const value = variables[name.value];
      const constant = isConstant(value) && constants.get(name.value)!.get(value);
      if (constant) known[name.value] = constant.value;
      return !constant;
    });
    const all = Object.assign(read(wanted, variables), known);
    for (const { variable } of wanted) {
      const name = variable.name.value;
      const value = variables[name];
      if (isConstant(value)) constants.get(name)!.set(value, { value: all[name] });
    }
    return all;
  };
}

function isConstant(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.isFrozen(value);
}
