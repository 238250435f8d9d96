import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { LineQuantity } from '../../../shared/cart/schema.ts'

describe('LineQuantity', () => {
  it.each([1, 9999])('accepts %j', (count) => {
    expect(z.decode(LineQuantity, count)).toBe(count)
  })

  it.each([0, -1, 10_000, 1.5, '1', NaN, Infinity, null])('rejects %j', (count) => {
    const { error } = z.safeDecode(LineQuantity, count as number)
    expect(error?.issues[0]?.message).toBe('count must be a whole number from 1 to 9,999')
  })
})
