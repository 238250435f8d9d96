/** Replaces each `{name}` in a line with its value; unknown names stay. */
export const fillIn = (line: string, values: Record<string, string>) =>
  line.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
