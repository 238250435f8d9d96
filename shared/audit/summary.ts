import { type AuditChange, auditChanges } from './labels.ts'
import type { AuditEntry } from './schema.ts'

const maxShown = 4
const maxLength = 100

export type ChangesSummary = {
  shown: AuditChange[]
  /** How many fields are left out. */
  hidden: number
  /** Whether one of the values that are shown is shortened. */
  isShortened: boolean
  /** All fields, with their whole values. */
  all: AuditChange[]
}

/**
 * The fields that a list shows of an entry, with long values shortened. Of what was created, copied or deleted, which has
 * all of its fields, those that tell it from others.
 */
export function summarizeChanges(
  entry: Pick<AuditEntry, 'before' | 'after' | 'names' | 'subjectName'>,
): ChangesSummary {
  const all = auditChanges(entry, Infinity)
  const whole = (isWhole(entry) ? keyChanges(all, entry) : all).slice(0, maxShown)
  return {
    shown: whole.map(shorten),
    hidden: all.length - whole.length,
    isShortened: whole.some(({ before, after }) => isLong(before) || isLong(after)),
    all,
  }
}

/** Whether an entry has one state with many fields, rather than what changed. */
const isWhole = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>) =>
  [before, after].some((state) => state === null || state === undefined) &&
  [before, after].some((state) => typeof state === 'object' && Object.keys(state ?? {}).length > maxShown)

/** What something was copied from says it all. */
function keyChanges(changes: AuditChange[], { subjectName }: Pick<AuditEntry, 'subjectName'>): AuditChange[] {
  const source = changes.filter(({ field }) => field === 'copiedFrom')
  if (source.length > 0) return source
  return changes.filter(({ field, before, after }) => {
    const value = after ?? before
    return !secondaryFields.has(field) && !emptyValues.has(value) && value !== subjectName
  })
}

const emptyValues = new Set<string | null>(['none', 'no', '0'])
const secondaryFields = new Set([
  'brand',
  'shortDescription',
  'description',
  'logoLink',
  'bannerLink',
  'accountType',
  'features',
  'draft',
])

const shorten = ({ before, after, ...change }: AuditChange): AuditChange => ({
  ...change,
  before: cut(before),
  after: cut(after),
})

const isLong = (text: string | null): text is string => text !== null && text.length > maxLength

const cut = (text: string | null) => (isLong(text) ? `${text.slice(0, maxLength).trimEnd()}…` : text)
