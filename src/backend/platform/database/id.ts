// A longer number may overflow `bigint`, and no id is that long.
const MAX_ID_LENGTH = 15;

/** @returns the id as a number; undefined if the text cannot be an id */
export function parseId(id: string): number | undefined {
  return /^[1-9]\d*$/.test(id) && id.length <= MAX_ID_LENGTH ? Number(id) : undefined;
}

export function isUuid(id: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
}
