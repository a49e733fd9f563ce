/** A file of a GraphQL request, used as the value of a variable (`Upload`). */
export class UploadedFile {
  constructor(
    /** File name chosen by the client; may be any text. */
    readonly name: string,
    readonly bytes: Uint8Array,
  ) {}
}

/** Whether the variables of a request contain files. */
export function hasFiles(value: unknown): boolean {
  if (value instanceof UploadedFile) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFiles);
}

/** Encodes a GraphQL request with files as multipart: `operations`, `map`, then the files. */
export function writeMultipart(request: {
  operationName: string;
  query: string;
  variables?: Record<string, unknown>;
}): FormData {
  const files: { path: string; file: UploadedFile }[] = [];
  const { operationName, query } = request;
  const variables = withoutFiles(request.variables ?? {}, 'variables', files);
  const form = new FormData();
  form.append('operations', JSON.stringify({ operationName, query, variables }));
  form.append('map', JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [String(index), [path]]))));
  // Copied, because a view of a larger buffer would send the whole buffer.
  files.forEach(({ file }, index) => form.append(String(index), new Blob([Uint8Array.from(file.bytes)]), file.name));
  return form;
}

function withoutFiles(value: unknown, path: string, files: { path: string; file: UploadedFile }[]): unknown {
  if (value instanceof UploadedFile) {
    files.push({ path, file: value });
    return null;
  }
  if (Array.isArray(value)) return value.map((each, index) => withoutFiles(each, `${path}.${index}`, files));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutFiles(each, `${path}.${key}`, files)]),
  );
}
