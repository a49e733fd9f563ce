import { type GraphQLLeafType, GraphQLBoolean, GraphQLID, GraphQLString } from 'graphql';

/** @throws what the type makes of a value that is none of its own. */
export function completeLeaf(type: GraphQLLeafType, value: unknown): unknown {
  const isPlain =
    typeof value === 'string'
      ? type === GraphQLString || type === GraphQLID
      : value === true && type === GraphQLBoolean;
  return isPlain ? value : serialized(type, value);
}

function serialized(type: GraphQLLeafType, value: unknown): unknown {
  const result = type.serialize(value);
  if (result === null || result === undefined) throw new Error(`${type.name} has no such value`);
  return result;
}
