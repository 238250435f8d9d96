import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Email, PasswordChange, Registration, SignIn } from '../../../shared/accounts/login-schema.ts'

const user = { firstName: 'Ada', lastName: 'Fernando', email: 'ada@example.com', password: 'demo1234' }
const firstError = (schema: z.ZodMiniType, value: unknown) =>
  z.safeDecode(schema, value).error?.issues[0]?.message ?? null

describe('Registration', () => {
  it.each([
    ['email', undefined, 'Email is required'],
    ['email', '', 'Email is required'],
    ['email', '   ', 'Email is required'],
    ['email', 'ada', 'Email is invalid'],
    ['email', 'ada@example', 'Email is invalid'],
    ['email', 'ada@@example.com', 'Email is invalid'],
    ['email', 'ada @example.com', 'Email is invalid'],
    ['email', 'ada@example..com', 'Email is invalid'],
    ['email', '<ada@example.com>', 'Email is invalid'],
    ['email', `${'a'.repeat(250)}@example.com`, 'Email is invalid'],
    ['password', undefined, 'Password must be at least 6 characters'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['password', 'x'.repeat(129), 'Password must be at most 128 characters'],
    ['firstName', undefined, 'First name is required'],
    ['firstName', ' ', 'First name is required'],
    ['firstName', 'x'.repeat(61), 'At most 60 characters'],
    ['lastName', '', 'Last name is required'],
  ])('rejects %s %j: %s', (field, value, message) => {
    expect(firstError(Registration, { ...user, [field]: value })).toBe(message)
  })

  it.each(['isAdmin', 'points', '_id', 'currency'])('rejects the field %s', (field) => {
    expect(firstError(Registration, { ...user, [field]: 1 })).toMatch(/unrecognized|invalid/i)
  })

  it('trims names but not the password', () => {
    const registration = z.decode(Registration, { ...user, firstName: '  Ádá ', password: ' Späces ' })
    expect(registration).toMatchObject({ firstName: 'Ádá', password: ' Späces ' })
  })
})

describe('SignIn', () => {
  it('requires email and password only', () => {
    const { email, password } = user
    expect(firstError(SignIn, { email, password })).toBeNull()
    expect(firstError(SignIn, { email, password: '12345' })).toBe('Password must be at least 6 characters')
    expect(firstError(SignIn, { password })).toBe('Email is required')
  })
})

describe('PasswordChange', () => {
  it.each([
    [undefined, 'demo1234', 'Current password is required'],
    ['', 'demo1234', 'Current password is required'],
    ['x'.repeat(129), 'demo1234', 'Current password is incorrect'],
    ['demo1234', undefined, 'New password is required'],
    ['demo1234', '', 'New password is required'],
    ['demo1234', '12345', 'Password must be at least 6 characters'],
    ['demo1234', 'x'.repeat(129), 'Password must be at most 128 characters'],
    ['demo1234', '123456', null],
  ])('from %j to %j returns the error %j', (oldPassword, newPassword, message) => {
    expect(firstError(PasswordChange, { oldPassword, newPassword })).toBe(message)
  })
})

describe('Email', () => {
  it('is trimmed and lower-cased', () => {
    expect(z.decode(Email, '  Ada@Example.COM ')).toBe('ada@example.com')
  })
})
