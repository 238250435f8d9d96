import { describe, expect, it } from 'vitest'
import { formatPhone, parsePhone, stripNonDigits, validatePhone } from '../../../shared/accounts/phone.ts'

describe('parsePhone', () => {
  it.each([
    ['', '', ''],
    ['+94-771234567', '94', '771234567'],
    ['+1-4155550100', '1', '4155550100'],
    ['+94-', '94', ''],
    ['+-771234567', '', '771234567'],
    // Without a dash, the last nine digits are the number.
    ['+94771234567', '94', '771234567'],
    ['94771234567', '94', '771234567'],
    ['+94 77 123 4567', '94', '771234567'],
    ['0771234567', '0', '771234567'],
    ['771234567', '', '771234567'],
    ['1234567', '', '1234567'],
  ])('splits %j into the country code %j and the number %j', (stored, code, number) => {
    expect(parsePhone(stored)).toEqual({ code, number })
  })
})

describe('formatPhone', () => {
  it.each([
    ['', '', ''],
    ['94', '771234567', '+94-771234567'],
    ['', '771234567', '+-771234567'],
    ['94', '', '+94-'],
  ])('joins the country code %j and the number %j to %j', (code, number, stored) => {
    expect(formatPhone({ code, number })).toBe(stored)
    expect(parsePhone(stored)).toEqual({ code, number })
  })
})

describe('validatePhone', () => {
  it.each([
    ['', '', {}],
    ['94', '771234567', {}],
    ['1', '1', {}],
    ['9999', '9'.repeat(15), {}],
    ['', '771234567', { code: 'Country code required' }],
    ['94', '', { number: 'Phone number required' }],
    ['99999', '1', { code: 'At most 4 digits' }],
    ['94', '9'.repeat(16), { number: 'At most 15 digits' }],
    ['9x', '77-1', { code: 'Digits only', number: 'Digits only' }],
  ])('returns for the country code %j and the number %j the errors %j', (code, number, errors) => {
    expect(validatePhone({ code, number })).toEqual(errors)
  })
})

it('stripNonDigits keeps digits only', () => {
  expect(stripNonDigits('+94 (77) 12-34x')).toBe('94771234')
})
