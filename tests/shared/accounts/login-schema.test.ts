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
    ['email', 'a@b.c,d', 'Email is invalid'],
    ['email', 'a@b.c;d@e', 'Email is invalid'],
    ['email', 'a@b.c%0d%0aBcc:x', 'Email is invalid'],
    ['email', 'a@b.c\r\nBcc: x@y.z', 'Email is invalid'],
    ['email', 'a\u0001b@c.de', 'Email is invalid'],
    ['email', 'a\u200bb@c.de', 'Email is invalid'],
    ['email', 'a\u202eb@c.de', 'Email is invalid'],
    ['email', 'a\u3164b@c.de', 'Email is invalid'],
    ['email', 'ada@-b.c', 'Email is invalid'],
    ['email', 'ada@b-.c', 'Email is invalid'],
    ['email', 'ada@b.c.', 'Email is invalid'],
    ['email', 'ada@a_b.c', 'Email is invalid'],
    ['email', `ada@${'a'.repeat(64)}.c`, 'Email is invalid'],
    ['email', 'ada@ex\u3002com.de', 'Email is invalid'],
    ['email', 'ada@münchen.de', 'Email is invalid'],
    ['password', undefined, 'Password must be at least 6 characters'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['password', 'x'.repeat(129), 'Password must be at most 128 characters'],
    ['firstName', undefined, 'First name is required'],
    ['firstName', ' ', 'First name is required'],
    ['firstName', 'x'.repeat(61), 'At most 60 characters'],
    ['lastName', '', 'Last name is required'],
    ['lastName', '\u200d\u3164', 'Last name is required'],
    ['firstName', 'Ada\u202e', 'First name can’t contain control or direction characters'],
    ['firstName', 'A\u0000da', 'First name can’t contain control or direction characters'],
    ['firstName', 'A\u2028da', 'First name can’t contain control or direction characters'],
    ['lastName', 'Per\u200eera', 'Last name can’t contain control or direction characters'],
    ['lastName', 'Per\u2066era', 'Last name can’t contain control or direction characters'],
    ['lastName', 'Per\u200bera', 'Last name can’t contain control or direction characters'],
    ['lastName', 'Per\nera', 'Last name can’t contain control or direction characters'],
  ])('rejects %s %j: %s', (field, value, message) => {
    expect(firstError(Registration, { ...user, [field]: value })).toBe(message)
  })

  it.each(['ශ්\u200dරී', 'می\u200cخواهم', 'O’Brien-Łukasz', '李小龍', 'Zoë 👩\u200d💻'])(
    'accepts the name %s',
    (firstName) => {
      expect(z.decode(Registration, { ...user, firstName }).firstName).toBe(firstName)
    },
  )

  it.each(['ada+1@example.com', 'a@xn--mnchen-3ya.de', 'ada@a-b.co.uk', "o'hara@example.com", 'елена@example.com'])(
    'accepts the address %s',
    (email) => {
      expect(z.decode(Registration, { ...user, email }).email).toBe(email)
    },
  )

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
    expect(firstError(SignIn, { email: 'ada', password })).toBe('Email is invalid')
  })

  it('accepts an address that was registered when any domain was accepted', () => {
    expect(firstError(SignIn, { email: 'ada@münchen.de', password: user.password })).toBeNull()
    expect(firstError(SignIn, { email: 'ada@mün\u202echen.de', password: user.password })).toBe('Email is invalid')
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
