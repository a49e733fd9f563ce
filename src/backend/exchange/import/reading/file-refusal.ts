/** A file that is not what it claims to be: nothing of it is imported. The message is for the operator. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}
