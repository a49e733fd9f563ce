/** Labels and help texts of a form's fields; each form has its own catalogue. */
export interface FormWords {
  field: (name: string) => string;
  /**
   * @param entries the field that contains the entry, if the field is part of one
   *
   * @returns undefined if the label needs no help text
   */
  help: (name: string, entries?: string) => string | undefined;
  choice: (field: string, choice: string) => string;
  group: (name: string) => string;
  step: (name: string) => string;
  /** Name of one entry of several, such as “Question 2”. */
  entry: (field: string, number: number) => string;
  /** Label of the section that adds an entry. */
  addEntry: (field: string) => string;
  /** Fields that are required depending on other fields; the help text says when. */
  conditional: readonly string[];
}
