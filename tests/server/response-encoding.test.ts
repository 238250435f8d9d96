import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { encode } from '../../../server/encode.ts'
import { api } from '../../../shared/api.ts'
import { Dollars, type Route, SignedDollars, Time } from '../../../shared/contract.ts'
import { TransferAccounts } from '../../../shared/payment.ts'
import { eventData } from '../../../shared/stream.ts'
import demoAccounts from '../../../server/config/demo-accounts.json' with { type: 'json' }

type Def = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  entries?: Record<string, string>
  values?: unknown[]
}

/** What the codecs take on the program's side, and what is read from a file. */
const known = new Map<unknown, fc.Arbitrary<unknown>>([
  [Dollars, fc.integer({ min: 0, max: 100_000_000_000 })],
  [SignedDollars, fc.integer({ min: -100_000_000_000, max: 100_000_000_000 })],
  [TransferAccounts, fc.constant(demoAccounts)],
  [Time, fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(9999, 11) })],
])

/** Any value that the program may give for a schema, with fields that the schema doesn't name. */
function valuesOf(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def
  const values = known.get(schema)
  if (values) return values
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape!)
      const optional = fields.filter(([, one]) => (one._zod.def as unknown as Def).type === 'optional')
      const required = fields.map(([name]) => name).filter((name) => !optional.some(([other]) => other === name))
      const whole = fc.record(Object.fromEntries(fields.map(([name, one]) => [name, valuesOf(one)])), {
        requiredKeys: required,
        noNullPrototype: true,
      })
      return fc.tuple(whole, fc.boolean()).map(([value, more]) => (more ? { ...value, passwordHash: 'secret' } : value))
    }
    case 'array':
      return fc.array(valuesOf(def.element!), { maxLength: 4 })
    case 'nullable':
      return fc.option(valuesOf(def.innerType!))
    case 'optional':
      return fc.option(valuesOf(def.innerType!), { nil: undefined })
    case 'record': {
      const keys = (def.keyType!._zod.def as unknown as Def).entries
      if (keys) return fc.record(Object.fromEntries(Object.values(keys).map((key) => [key, valuesOf(def.valueType!)])))
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valuesOf(def.valueType!), { noNullPrototype: true })
    }
    case 'union':
      return fc.oneof(...def.options!.map(valuesOf))
    case 'string':
      return fc.string({ minLength: 1, maxLength: 40 })
    case 'number':
      return (schema._zod.def as { format?: string }).format === 'safeint'
        ? fc.maxSafeInteger()
        : fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'unknown':
      return fc.jsonValue()
    default:
      throw new Error(`No values for ${def.type}`)
  }
}

const onTheWire = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

function assertSameAsZod(schema: z.ZodMiniType) {
  fc.assert(
    fc.property(valuesOf(schema), (value) => {
      const wire = onTheWire(encode(schema, value as never))
      expect(wire).toEqual(onTheWire(z.encode(schema, value as never)))
      expect(JSON.stringify(wire)).not.toContain('passwordHash')
    }),
    { numRuns: 60 },
  )
}

describe('an answer leaves as its contract encodes it', () => {
  test.each(Object.entries<Route>(api))('%s', (_, { output }) => {
    assertSameAsZod(output)
  })
})

describe('an event leaves as its contract encodes it', () => {
  test.each(Object.entries(eventData))('%s', (_, schema) => {
    assertSameAsZod(schema)
  })
})
