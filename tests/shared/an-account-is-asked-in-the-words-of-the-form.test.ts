import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Email, Registration, SignIn } from '../../shared/sign-in.ts'

const person = { firstName: 'Ada', lastName: 'Fernando', email: 'ada@example.com', password: 'demo1234' }
const firstIssue = (schema: z.ZodMiniType, value: unknown) => {
  const read = z.safeDecode(schema, value)
  return read.success ? null : read.error.issues[0]!.message
}

test.each([
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
  ['lastName', '', 'Last name is required'],
])('%s %j is answered with: %s', (field, value, message) => {
  expect(firstIssue(Registration, { ...person, [field]: value })).toBe(message)
})

test('signing in asks for the same, and for no name', () => {
  const { email, password } = person
  expect(firstIssue(SignIn, { email, password })).toBeNull()
  expect(firstIssue(SignIn, { email, password: '12345' })).toBe('Password must be at least 6 characters')
  expect(firstIssue(SignIn, { password })).toBe('Email is required')
})

test.each(['isAdmin', 'points', '_id', 'currency'])('nobody registers with %s', (field) => {
  expect(firstIssue(Registration, { ...person, [field]: 1 })).toMatch(/unrecognized|invalid/i)
})

test('an e-mail is kept in lower case without blanks around it', () => {
  expect(z.decode(Email, '  Ada@Example.COM ')).toBe('ada@example.com')
})

test('a password and a name keep their letters', () => {
  const read = z.decode(Registration, { ...person, firstName: '  Ádá ', password: ' Späces ' })
  expect(read).toMatchObject({ firstName: 'Ádá', password: ' Späces ' })
})
