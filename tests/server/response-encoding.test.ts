import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { encode } from '../../server/encode.ts'
import { api } from '../../shared/api.ts'
import { Dollars, type Route, SignedDollars, Time } from '../../shared/contract.ts'
import { TransferTo } from '../../shared/payments/schema.ts'
import { eventData } from '../../shared/staff-events.ts'
import demoAccounts from '../../server/config/demo-accounts.json' with { type: 'json' }

/** The part of a schema's private definition that we read. */
type SchemaDefinition = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  entries?: Record<string, string>
  values?: unknown[]
  format?: string
  checks?: { _zod: { def: { check: string; value?: number } } }[]
}

/** Program values of the codecs, and a schema that is too specific to generate. */
const knownValues = new Map<unknown, fc.Arbitrary<unknown>>([
  [Dollars, fc.integer({ min: 0, max: 100_000_000_000 })],
  [SignedDollars, fc.integer({ min: -100_000_000_000, max: 100_000_000_000 })],
  [TransferTo, fc.constantFrom<unknown>(demoAccounts, { bank: demoAccounts.bank }, {})],
  [Time, fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(9999, 11) })],
])

/** Program values of a schema, some of them with a field that the schema doesn't name. */
function valuesOf(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as SchemaDefinition
  const values = knownValues.get(schema)
  if (values) return values
  switch (definition.type) {
    case 'object': {
      const fields = Object.entries(definition.shape!)
      const optional = fields.filter(([, field]) => (field._zod.def as unknown as SchemaDefinition).type === 'optional')
      const required = fields.map(([name]) => name).filter((name) => !optional.some(([other]) => other === name))
      const whole = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field)])), {
        requiredKeys: required,
        noNullPrototype: true,
      })
      return fc
        .tuple(whole, fc.boolean())
        .map(([value, hasExtraField]) => (hasExtraField ? { ...value, passwordHash: 'secret' } : value))
    }
    case 'array':
      return fc.array(valuesOf(definition.element!), { maxLength: 4 })
    case 'nullable':
      return fc.option(valuesOf(definition.innerType!))
    case 'optional':
      return fc.option(valuesOf(definition.innerType!), { nil: undefined })
    case 'record': {
      const keys = (definition.keyType!._zod.def as unknown as SchemaDefinition).entries
      if (keys)
        return fc.record(Object.fromEntries(Object.values(keys).map((key) => [key, valuesOf(definition.valueType!)])))
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valuesOf(definition.valueType!), {
        noNullPrototype: true,
      })
    }
    case 'union':
      return fc.oneof(...definition.options!.map(valuesOf))
    case 'string':
      return fc.string({ minLength: 1, maxLength: 40 })
    case 'number': {
      if (definition.format !== 'safeint') return fc.double({ noNaN: true, noDefaultInfinity: true })
      const minimum = definition.checks
        ?.map(({ _zod }) => _zod.def)
        .find(({ check }) => check === 'greater_than')?.value
      return fc.integer({ min: minimum ?? Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    }
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries!))
    case 'literal':
      return fc.constantFrom(...definition.values!)
    case 'unknown':
      return fc.jsonValue()
    default:
      throw new Error(`No values for ${definition.type}`)
  }
}

const throughJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

function expectSameAsZod(schema: z.ZodMiniType) {
  fc.assert(
    fc.property(valuesOf(schema), (value) => {
      const wire = throughJson(encode(schema, value as never))
      expect(wire).toEqual(throughJson(z.encode(schema, value as never)))
      expect(JSON.stringify(wire)).not.toContain('passwordHash')
    }),
    { numRuns: 60 },
  )
}

describe('encodes responses like z.encode', () => {
  it.each(Object.entries<Route>(api))('%s', (_, { output }) => {
    expectSameAsZod(output)
  })
})

describe('encodes events like z.encode', () => {
  it.each(Object.entries(eventData))('%s', (_, schema) => {
    expectSameAsZod(schema)
  })
})
