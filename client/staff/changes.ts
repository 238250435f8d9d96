export type ChangedField = { name: string; was: unknown; is: unknown }

/** The fields that differ between two states; of one state alone, all of its fields. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [was, is] = [recordOf(before), recordOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names
    .map((name) => ({ name: words(name), was: was[name], is: is[name] }))
    .filter((field) => JSON.stringify(field.was ?? null) !== JSON.stringify(field.is ?? null))
}

/** A value in a few words. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return cut(value.map(shown).join(', ') || 'none')
  return cut(typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`)
}

const cut = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

const recordOf = (value: unknown): Record<string, unknown> => {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value }
}

/** 'paymentStatus' in words: 'payment status'. */
const words = (name: string) =>
  name.replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
