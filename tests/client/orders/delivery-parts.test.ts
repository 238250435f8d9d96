import { expect, it } from 'vitest'
import { deliveryParts, splitLinks } from '../../../client/orders/delivery-parts.ts'

const linksOf = (text: string) => splitLinks(text).flatMap((piece) => (piece.isLink ? piece.text : []))

it('makes rows of lines with a label, and keeps the line breaks of the text between them', () => {
  const note = 'Welcome!\n\n  Two steps:\r\nEmail: ada@example.com\nPassword:  a: b  c \n\nChange it soon.\n— Kade\n'
  expect(deliveryParts(note)).toEqual([
    { kind: 'text', text: 'Welcome!\n\n  Two steps:' },
    { kind: 'row', label: 'Email', value: 'ada@example.com' },
    { kind: 'row', label: 'Password', value: 'a: b  c' },
    { kind: 'text', text: 'Change it soon.\n— Kade' },
  ])
})

it('makes rows of several values in one line, if each has a label', () => {
  const rows = [
    { kind: 'row', label: 'User', value: 'ada@example.com' },
    { kind: 'row', label: 'Password', value: 'hunter2' },
  ]
  expect(deliveryParts('User: ada@example.com / Password: hunter2')).toEqual(rows)
  expect(deliveryParts('User: ada@example.com | Password: hunter2')).toEqual(rows)
  expect(deliveryParts('Password: a / b')).toEqual([{ kind: 'row', label: 'Password', value: 'a / b' }])
  expect(deliveryParts('Use it at home / Work: anywhere')).toEqual([
    { kind: 'row', label: 'Use it at home / Work', value: 'anywhere' },
  ])
})

it.each([
  'KEY-4711',
  'https://example.com/redeem',
  'See https://example.com: it is there',
  'ada@example.com:hunter2',
  'Open from 10:30',
  'Password:',
  'Password:   ',
  ': value',
  `${'a'.repeat(41)}: value`,
])('leaves “%s” a text', (line) => {
  expect(deliveryParts(line)).toEqual([{ kind: 'text', text: line.trimEnd() }])
})

it('finds links without the punctuation after them, and loses no character', () => {
  for (const [text, ...links] of [
    ['Redeem at https://example.com/a?b=c&d=e#f.', 'https://example.com/a?b=c&d=e#f'],
    ['(http://example.com/a/), then HTTPS://b.example!', 'http://example.com/a/', 'HTTPS://b.example'],
    ['“https://example.com/x”…', 'https://example.com/x'],
    ['https://a.example\nhttps://b.example', 'https://a.example', 'https://b.example'],
  ] as const) {
    expect(linksOf(text)).toEqual(links)
    expect(
      splitLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  }
})

it.each([
  'javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,hi',
  'ftp://example.com',
  'xhttps://example.com',
  'mailto:ada@example.com',
  'https://',
  'https://.',
  'www.example.com',
])('takes “%s” for no link', (text) => {
  expect(linksOf(text)).toEqual([])
})
