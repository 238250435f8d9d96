import * as fc from 'fast-check'
import type * as z from 'zod/mini'

/** The part of a schema's private definition that we read. */
type SchemaDefinition = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  in?: z.ZodMiniType
  entries?: Record<string, string>
  values?: unknown[]
  format?: string
  checks?: { _zod: { def: { check: string; minimum?: number; maximum?: number; value?: number; pattern?: RegExp } } }[]
}
const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as SchemaDefinition

/** Values that exist in the database or have a meaning, by field name; `''` is for any field. */
export type KnownValues = Record<string, string[]>

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'null',
  '-1',
  '1e999',
  "x' or 1=1 --",
  '%',
  '_',
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '🛒',
  'e\u0301',
  '\u202Eabc',
  '\uD800',
  'İ',
  'ß'.repeat(300),
  'x'.repeat(5000),
  '\r\nset-cookie: a=b',
]
const hostileValues: unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  Number.MIN_VALUE,
  [],
  {},
  [[]],
  ...hostileTexts,
]

/** Inputs of a schema as sent over the wire: mostly valid, and made of known values. */
export function validInput(schema: z.ZodMiniType, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema)
  const inner = (schema: z.ZodMiniType) => validInput(schema, known, name)
  switch (definition.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(definition.shape!).map(([field, schema]) => [field, validInput(schema, known, field)]),
        ),
        {
          requiredKeys: Object.keys(definition.shape!).filter(
            (field) => definitionOf(definition.shape![field]!).type !== 'optional',
          ),
        },
      )
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return inner(definition.innerType!)
    case 'nullable':
      return fc.option(inner(definition.innerType!), { freq: 4 })
    case 'array':
      return fc.array(inner(definition.element!), { maxLength: 5 })
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 8 }), inner(definition.valueType!), { maxKeys: 4 })
    case 'union':
      return fc.oneof(...definition.options!.map(inner))
    case 'pipe':
      return inner(definition.in!)
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries!))
    case 'literal':
      return fc.constantFrom(...definition.values!)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return arbitraryNumber(definition)
    case 'string':
      return arbitraryText(definition, known, name)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** The same with one mistake: a hostile, missing, repeated or unknown field, or no object at all. */
export const invalidInput = (schema: z.ZodMiniType, known: KnownValues): fc.Arbitrary<unknown> =>
  fc
    .tuple(validInput(schema, known), fc.nat(), fc.nat(), fc.constantFrom(...hostileValues))
    .map(([valid, position, mistake, hostile]) => {
      const fields = Object.keys(definitionOf(schema).shape ?? {})
      const field = fields[position % Math.max(1, fields.length)]
      if (mistake % 8 === 0) return hostile
      if (mistake % 8 === 1 || field === undefined) return { ...(valid as object), isAdmin: true }
      if (mistake % 8 === 2) return { ...(valid as object), [field]: [(valid as never)[field], hostile] }
      if (mistake % 8 === 3) return { ...(valid as object), [field]: { $gt: hostile } }
      const { [field]: _, ...rest } = valid as Record<string, unknown>
      return mistake % 8 === 4 ? rest : { ...rest, [field]: hostile }
    })

/** Paths with ids: mostly of the resource before them (`/orders/:id`), sometimes of another one, or hostile. */
export function pathWithIds(path: string, known: KnownValues): fc.Arbitrary<string> {
  const segments = path.split('/').map((part, i, parts) => {
    if (!part.startsWith(':')) return fc.constant(part)
    const matching = (part !== ':id' && known[part.slice(1)]) || known[`${parts[i - 1]}/`] || known['']!
    return fc
      .oneof(
        { weight: 8, arbitrary: fc.constantFrom(...matching) },
        { weight: 1, arbitrary: fc.constantFrom(...known['']!) },
        { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
      )
      .map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')) || 'x')
  })
  return fc.tuple(...segments).map((parts) => parts.join('/'))
}

const knownValue = (known: KnownValues, name: string) => fc.constantFrom(...(known[name] ?? known['']!))

function arbitraryNumber({ format, checks = [] }: SchemaDefinition): fc.Arbitrary<number> {
  const bound = (check: string) => checks.find(({ _zod }) => _zod.def.check === check)?._zod.def.value
  const min = bound('greater_than') ?? -10
  const max = bound('less_than') ?? 10_000
  const isInteger = format?.includes('int') ?? false
  const near = fc.integer({ min: Math.ceil(min), max: Math.min(Math.floor(max), Math.ceil(min) + 50) })
  const any = isInteger
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.integer({ min: Math.ceil(min * 100), max: Math.floor(Math.min(max, 1e7) * 100) }).map((cents) => cents / 100)
  return fc.oneof(near, any, fc.constantFrom(min, max))
}

function arbitraryText(
  { format, checks = [] }: SchemaDefinition,
  known: KnownValues,
  name: string,
): fc.Arbitrary<string> {
  if (format === 'datetime') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  const bounds = checks.map(({ _zod }) => _zod.def)
  const pattern = bounds.find(({ pattern }) => pattern)?.pattern
  const minLength = bounds.find(({ check }) => check === 'min_length')?.minimum ?? 0
  const maxLength = Math.min(bounds.find(({ check }) => check === 'max_length')?.maximum ?? 60, 200)
  const anyText = fc.string({ minLength, maxLength: Math.max(minLength, maxLength), unit: 'grapheme' })
  return fc.oneof(
    { weight: 12, arbitrary: knownValue(known, name) },
    { weight: 2, arbitrary: pattern ? fc.stringMatching(pattern) : anyText },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
  )
}
