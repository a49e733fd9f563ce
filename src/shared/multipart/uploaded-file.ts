/** A file of a GraphQL request, used as the value of a variable (`Upload`). */
export class UploadedFile {
  constructor(
    /** File name chosen by the client; may be any text. */
    readonly name: string,
    readonly bytes: Uint8Array,
  ) {}
}
