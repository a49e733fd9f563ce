/** A file that goes along with a GraphQL request, in the place of a variable (`Upload`). */
export class UploadedFile {
  constructor(
    /** As whoever sent it calls it; may be anything. */
    readonly name: string,
    readonly bytes: Uint8Array,
  ) {}
}
