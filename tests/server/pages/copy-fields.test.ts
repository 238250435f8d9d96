import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createFieldCopier } from '../../../server/pages/copy-fields.ts'
import { Dollars } from '../../../shared/contract.ts'

const Person = z.object({ name: z.string(), age: z.optional(z.number()) })
const copyOrder = createFieldCopier(
  z.object({
    buyer: Person,
    payer: z.nullable(Person),
    sender: z.optional(Person),
    viewers: z.array(Person),
    rows: z.array(z.array(Person)),
    price: Dollars,
    state: z.enum(['open', 'paid']),
    isGift: z.boolean(),
  }),
)
const ada = { name: 'Ada', age: 36 }
const order = {
  buyer: ada,
  payer: ada,
  sender: ada,
  viewers: [ada, { name: 'Bob' }],
  rows: [[ada]],
  price: 1999,
  state: 'paid',
  isGift: false,
} as const

/** The value with a field that no schema names in each of its objects. */
const withUnknownFields = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? { ...part, passwordHash: 'secret' } : part,
  )

it('copies the fields that the schema names, and no others at any depth', () => {
  const copy = copyOrder(withUnknownFields(order) as never)
  expect(copy).toEqual(order)
  expect(JSON.stringify(copy)).not.toContain('secret')
})

it('returns objects and lists of its own, so that changing them doesn’t change what they were read from', () => {
  const copy = copyOrder(order as never)
  expect(copy.buyer).not.toBe(ada)
  expect(copy.viewers).not.toBe(order.viewers)
})

it('keeps null, and leaves out what is missing', () => {
  const copy = copyOrder({ ...order, payer: null, sender: undefined } as never)
  expect(copy.payer).toBeNull()
  expect(copy).not.toHaveProperty('sender')
})

describe('refuses a schema that may hold objects whose fields it doesn’t name', () => {
  it.each([
    ['anything', z.any()],
    ['unknown', z.unknown()],
    ['custom', z.custom<object>()],
    ['a record', z.record(z.string(), Person)],
    ['a union', z.union([Person, z.string()])],
  ])('%s', (_, schema) => {
    expect(() => createFieldCopier(z.object({ list: z.array(z.nullable(schema)) }))).toThrow("can't be copied")
  })
})
