import * as fc from 'fast-check'
import type * as z from 'zod/mini'

type Def = {
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
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

/** Texts that are something to the store, by the name of the field that they are for; `''` is for any. */
export type Words = Record<string, string[]>

const oddTexts = [
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
const oddValues: unknown[] = [null, true, 0, -0, -1, 1.5, 1e21, 2 ** 53, Number.MIN_VALUE, [], {}, [[]], ...oddTexts]

/** What a schema takes, as it is sent: mostly in its form, and made of what the store knows. */
export function arbitraryOf(schema: z.ZodMiniType, words: Words, name = ''): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  const inner = (one: z.ZodMiniType) => arbitraryOf(one, words, name)
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape!).map(([field, one]) => [field, arbitraryOf(one, words, field)])),
        { requiredKeys: Object.keys(def.shape!).filter((field) => defOf(def.shape![field]!).type !== 'optional') },
      )
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return inner(def.innerType!)
    case 'nullable':
      return fc.option(inner(def.innerType!), { freq: 4 })
    case 'array':
      return fc.array(inner(def.element!), { maxLength: 5 })
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 8 }), inner(def.valueType!), { maxKeys: 4 })
    case 'union':
      return fc.oneof(...def.options!.map(inner))
    case 'pipe':
      return inner(def.in!)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return numberOf(def)
    case 'string':
      return textOf(def, words, name)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** The same with something wrong: a field odd, gone, doubled, or one too many; or no object at all. */
export const wrongOf = (schema: z.ZodMiniType, words: Words): fc.Arbitrary<unknown> =>
  fc
    .tuple(arbitraryOf(schema, words), fc.nat(), fc.nat(), fc.constantFrom(...oddValues))
    .map(([good, which, how, odd]) => {
      const fields = Object.keys(defOf(schema).shape ?? {})
      const field = fields[which % Math.max(1, fields.length)]
      if (how % 8 === 0) return odd
      if (how % 8 === 1 || field === undefined) return { ...(good as object), isAdmin: true }
      if (how % 8 === 2) return { ...(good as object), [field]: [(good as never)[field], odd] }
      if (how % 8 === 3) return { ...(good as object), [field]: { $gt: odd } }
      const { [field]: _, ...rest } = good as Record<string, unknown>
      return how % 8 === 4 ? rest : { ...rest, [field]: odd }
    })

/** A path with its ids: mostly of the kind that stands before them (`/orders/:id`), else any, or what people put there. */
export function pathOf(path: string, words: Words): fc.Arbitrary<string> {
  const parts = path.split('/').map((part, i, all) => {
    if (!part.startsWith(':')) return fc.constant(part)
    const fitting = (part !== ':id' && words[part.slice(1)]) || words[`${all[i - 1]}/`] || words['']!
    return fc
      .oneof(
        { weight: 8, arbitrary: fc.constantFrom(...fitting) },
        { weight: 1, arbitrary: fc.constantFrom(...words['']!) },
        { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
      )
      .map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')) || 'x')
  })
  return fc.tuple(...parts).map((all) => all.join('/'))
}

const known = (words: Words, name: string) => fc.constantFrom(...(words[name] ?? words['']!))

function numberOf({ format, checks = [] }: Def): fc.Arbitrary<number> {
  const bound = (check: string) => checks.find((one) => one._zod.def.check === check)?._zod.def.value
  const min = bound('greater_than') ?? -10
  const max = bound('less_than') ?? 10_000
  const whole = format?.includes('int') ?? false
  const near = fc.integer({ min: Math.ceil(min), max: Math.min(Math.floor(max), Math.ceil(min) + 50) })
  const any = whole
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.integer({ min: Math.ceil(min * 100), max: Math.floor(Math.min(max, 1e7) * 100) }).map((cents) => cents / 100)
  return fc.oneof(near, any, fc.constantFrom(min, max))
}

function textOf({ format, checks = [] }: Def, words: Words, name: string): fc.Arbitrary<string> {
  if (format === 'datetime') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  const bounds = checks.map((one) => one._zod.def)
  const pattern = bounds.find((one) => one.pattern)?.pattern
  const minLength = bounds.find((one) => one.check === 'min_length')?.minimum ?? 0
  const maxLength = Math.min(bounds.find((one) => one.check === 'max_length')?.maximum ?? 60, 200)
  const written = fc.string({ minLength, maxLength: Math.max(minLength, maxLength), unit: 'grapheme' })
  return fc.oneof(
    { weight: 12, arbitrary: known(words, name) },
    { weight: 2, arbitrary: pattern ? fc.stringMatching(pattern) : written },
    { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
  )
}
