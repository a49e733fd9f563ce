export type FieldType =
  | 'text'
  | 'rich_text'
  | 'url'
  | 'email'
  | 'term'
  | 'choice'
  | 'country'
  | 'date'
  | 'number'
  /** One entry a line. */
  | 'lines'
  | 'boolean'
  | 'file';

/** A field of a form: everything that sites may want otherwise. */
export interface FieldDefinition<Step extends string = string> {
  name: string;
  type: FieldType;
  step: Step;
  required: boolean;
  multiple: boolean;
  /** Where it is multiple; undefined: any number. */
  maxNumItems?: number;
  isHidden: boolean;
  /** Lighter ones stand above. */
  weight: number;
  settings: FieldSettings;
}

export interface FieldSettings {
  vocabulary?: string;
  maxLength?: number;
  choices?: readonly string[];
}

/** What a site wants otherwise of a field. */
export type FieldOverride<Step extends string = string> = Partial<
  Pick<FieldDefinition<Step>, 'step' | 'required' | 'multiple' | 'maxNumItems' | 'isHidden' | 'weight'>
>;

export type FieldOverrides<Step extends string = string> = Readonly<Partial<Record<string, FieldOverride<Step>>>>;

/** A field as the product has it by itself: what is left out is as most fields are. */
export type FieldWish = Pick<FieldDefinition, 'name' | 'type'> &
  Partial<Pick<FieldDefinition, 'required' | 'multiple' | 'maxNumItems' | 'isHidden' | 'settings'>>;

/** What a form holds, by field, as it was typed. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;

/**
 * @param wishes by step, each in its order
 * @param overrides of the site, by the field's name
 * @returns what a form asks for on a site, in its order; hidden ones as well
 */
export function definedFields<Step extends string>(
  steps: readonly Step[],
  wishes: Readonly<Partial<Record<Step, readonly FieldWish[]>>>,
  overrides: FieldOverrides<Step>,
): FieldDefinition<Step>[] {
  const all = steps.flatMap((step) =>
    (wishes[step] ?? []).map((wish, index): FieldDefinition<Step> => ({
      ...{ step, required: false, multiple: false, weight: (index + 1) * 10, settings: {}, isHidden: false },
      ...wish,
      ...overrides[wish.name],
    })),
  );
  const place = ({ step, weight }: FieldDefinition<Step>): number => steps.indexOf(step) * 10_000 + weight;
  return all.sort((one, other) => place(one) - place(other));
}
