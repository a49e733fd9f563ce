/** What a form calls its fields and what it says of them; each form has a catalogue of its own. */
export interface FormWords {
  field: (name: string) => string;
  /** @param entries the field that the field is one of, where it is part of an entry @returns undefined: the label says all */
  help: (name: string, entries?: string) => string | undefined;
  choice: (field: string, choice: string) => string;
  group: (name: string) => string;
  step: (name: string) => string;
  /** One of several entries, such as “Question 2”. */
  entry: (field: string, number: number) => string;
  /** What the part that takes another entry is called. */
  addEntry: (field: string) => string;
  /** What other fields decide is needed: the help says when. */
  conditional: readonly string[];
}
