export type TemplateValues = Readonly<Record<string, string>>;

export function fillTemplate(template: string, values: TemplateValues): string {
  if (!template.includes('{')) return template;
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for ${placeholder} in “${template}”`);
    return value;
  });
}

export function placeholdersIn(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}
