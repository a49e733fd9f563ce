/**
 * A value as a resolver may return it: any field may be a function, which is called only if the field is requested (by GraphQL's default
 * resolver).
 */
export type Lazy<T> = T extends readonly (infer Item)[]
  ? readonly Lazy<Item>[]
  : T extends object
    ? { [Field in keyof T]: Lazy<T[Field]> | ((args: never) => Lazy<T[Field]> | Promise<Lazy<T[Field]>>) }
    : T;
