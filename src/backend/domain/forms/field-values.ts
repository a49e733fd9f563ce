/** A stored file, as the value of a form field. */
export interface FormFile {
  id: string;
  name: string;
}

/** Encodes the id of a file and its name as one field value. */
export function fileValue({ id, name }: FormFile): string {
  return `${id} ${name}`;
}

/** @returns undefined if the value is not a file */
export function readFileValue(value: string | undefined): FormFile | undefined {
  const at = value?.indexOf(' ') ?? -1;
  return value !== undefined && at > 0 ? { id: value.slice(0, at), name: value.slice(at + 1) } : undefined;
}
