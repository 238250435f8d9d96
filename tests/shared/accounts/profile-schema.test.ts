import { describe, expect, it } from 'vitest'
import { Profile } from '../../../shared/accounts/profile-schema.ts'

const user = { firstName: 'Ada', lastName: 'Fernando', email: 'ada@example.com' }

describe('the phone of a profile', () => {
  it.each(['', '+94-771234567', '+9999-999999999999999', '+1-1'])('can be %j', (phone) => {
    expect(Profile.safeParse({ ...user, phone }).success).toBe(true)
  })

  it.each([
    ['+-771234567', 'Country code required'],
    ['-771234567', 'Country code required'],
    ['+', 'Phone number is invalid'],
    ['+94-', 'Phone number required'],
    ['+94', 'Phone number required'],
    ['94-771234567', 'Phone number is invalid'],
    ['+94771234567', 'At most 4 digits'],
    ['+94-77 123', 'Digits only'],
    ['+94-77-123', 'Digits only'],
    ['+९-1', 'Digits only'],
    ['+94-1234567890123456', 'At most 15 digits'],
    ['+94-1\n', 'Digits only'],
    ['x'.repeat(41), 'Phone number is invalid'],
    [7, 'phone must be text such as +94-771234567, or empty'],
  ])('cannot be %j: %s', (phone, message) => {
    expect(Profile.safeParse({ ...user, phone }).error?.issues[0]?.message).toBe(message)
  })
})
