import { describe, expect, it } from 'vitest'
import { AuthenticatorCode, normalizeCode } from '../../../shared/accounts/second-factor-schema.ts'

describe('AuthenticatorCode', () => {
  it.each(['123456', '123 456', ' 123-456 '])('accepts %j', (code) => {
    expect(AuthenticatorCode.parse(code)).toBe('123456')
  })

  it.each(['12345', '1234567', 'abcdef', '', '१२३४५६', 123456, null, '1'.repeat(21)])('rejects %j', (code) => {
    expect(AuthenticatorCode.safeParse(code).error?.issues[0]?.message).toBe('Enter the 6-digit code')
  })
})

it('normalizeCode removes spaces and dashes and lower-cases', () => {
  expect(normalizeCode(' ABCDE-fghij ')).toBe('abcdefghij')
})
