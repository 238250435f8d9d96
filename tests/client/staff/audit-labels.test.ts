import { expect, it } from 'vitest'
import { actionLabel, subjectLink } from '../../../client/staff/audit-labels.ts'

it('describes an action without its feature', () => {
  expect(actionLabel('customer.end-sessions')).toBe('End sessions')
})

it('links the subjects that have a page', () => {
  expect(subjectLink({ subject: 'order', subjectId: 'o1' })).toBe('/admin/orders/o1')
  expect(subjectLink({ subject: 'reply', subjectId: 'r1' })).toBeNull()
})
