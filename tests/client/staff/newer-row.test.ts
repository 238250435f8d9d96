import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { CallFailed } from '../../../client/api/call-failed.ts'
import { newerRow } from '../../../client/staff/newer-row.ts'

const Row = z.object({ name: z.string(), version: z.int() })
const conflict = (data: unknown) => new CallFailed(409, 'item_changed', 'Someone else changed this item.', { data })

it('returns the current row of a conflict', () => {
  const row = { name: 'Theirs', version: 3 }
  expect(newerRow(conflict(row), Row, { version: 2 })).toEqual(row)
  expect(newerRow(conflict(row), Row, undefined)).toEqual(row)
})

it('returns null when the stored row is as new', () => {
  expect(newerRow(conflict({ name: 'Theirs', version: 3 }), Row, { version: 3 })).toBeNull()
  expect(newerRow(conflict({ name: 'Theirs', version: 3 }), Row, { version: 4 })).toBeNull()
})

it('returns null for other errors', () => {
  expect(newerRow(new CallFailed(422, 'invalid', 'Name is required'), Row, undefined)).toBeNull()
  expect(newerRow(conflict(undefined), Row, undefined)).toBeNull()
  expect(newerRow(new Error('Something else'), Row, undefined)).toBeNull()
})
