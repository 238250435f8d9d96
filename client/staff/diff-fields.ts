export type ChangedField = { name: string; before: unknown; after: unknown }

/** Returns the fields that differ between two states; if there is only one state, all of its fields. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, current] = [toRecord(before), toRecord(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])]
  return names
    .map((name) => ({ name: readableName(name), before: old[name], after: current[name] }))
    .filter((field) => JSON.stringify(field.before ?? null) !== JSON.stringify(field.after ?? null))
}

/** Formats a value in at most 200 characters. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return truncate(value.map(formatValue).join(', ') || 'none')
  return truncate(typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`)
}

const truncate = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

const toRecord = (value: unknown): Record<string, unknown> => {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value }
}

/** 'paymentStatus' becomes 'payment status'. */
const readableName = (name: string) =>
  name.replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
