/** A stored file, as a field of a form holds it. */
export interface FormFile {
  id: string;
  name: string;
}

/** A form holds the id of a file and its name as one value. */
export function fileValue({ id, name }: FormFile): string {
  return `${id} ${name}`;
}

/** @returns undefined for what is no file */
export function readFileValue(value: string | undefined): FormFile | undefined {
  const at = value?.indexOf(' ') ?? -1;
  return value !== undefined && at > 0 ? { id: value.slice(0, at), name: value.slice(at + 1) } : undefined;
}
