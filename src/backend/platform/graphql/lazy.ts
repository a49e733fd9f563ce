/**
 * A value as a resolver may give it: any field may be a function instead, which is called only when the field is asked for
 * (GraphQL's default resolver does that).
 */
export type Lazy<T> = T extends readonly (infer Item)[]
  ? readonly Lazy<Item>[]
  : T extends object
    ? { [Field in keyof T]: Lazy<T[Field]> | ((args: never) => Lazy<T[Field]> | Promise<Lazy<T[Field]>>) }
    : T;
