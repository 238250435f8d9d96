import { expect, test } from 'vitest'
import { findPhoneFaults, readPhone, writePhone } from '../../shared/phone.ts'
import { Profile } from '../../shared/profile-calls.ts'

test.each([
  ['', '', ''],
  ['+94-771234567', '94', '771234567'],
  ['+1-4155550100', '1', '4155550100'],
  ['+94-', '94', ''],
  ['+-771234567', '', '771234567'],
  // Without a dash the last nine digits are the number.
  ['+94771234567', '94', '771234567'],
  ['94771234567', '94', '771234567'],
  ['+94 77 123 4567', '94', '771234567'],
  ['0771234567', '0', '771234567'],
  ['771234567', '', '771234567'],
  ['1234567', '', '1234567'],
])('%j is read as code %j and number %j', (stored, code, number) => {
  expect(readPhone(stored)).toEqual({ code, number })
})

test.each([
  ['', '', ''],
  ['94', '771234567', '+94-771234567'],
  ['', '771234567', '+-771234567'],
])('code %j and number %j are written %j', (code, number, stored) => {
  expect(writePhone({ code, number })).toBe(stored)
  expect(readPhone(writePhone({ code, number }))).toEqual({ code, number })
})

test.each([
  ['', '', {}],
  ['94', '771234567', {}],
  ['1', '1', {}],
  ['9999', '9'.repeat(15), {}],
  ['', '771234567', { code: 'Country code required' }],
  ['94', '', { number: 'Phone number required' }],
  ['99999', '1', { code: 'At most 4 digits' }],
  ['94', '9'.repeat(16), { number: 'At most 15 digits' }],
  ['9x', '77-1', { code: 'Digits only', number: 'Digits only' }],
])('code %j and number %j have the faults %j', (code, number, faults) => {
  expect(findPhoneFaults({ code, number })).toEqual(faults)
})

const person = { firstName: 'Ada', lastName: 'Fernando', email: 'ada@example.com' }

test.each(['', '+94-771234567', '+9999-999999999999999', '+1-1'])('a profile takes the phone %j', (phone) => {
  expect(Profile.safeParse({ ...person, phone }).success).toBe(true)
})

test.each([
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
])('a profile refuses the phone %j: %s', (phone, message) => {
  expect(Profile.safeParse({ ...person, phone }).error?.issues[0]?.message).toBe(message)
})
