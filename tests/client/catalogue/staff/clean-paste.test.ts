import { expect, it } from 'vitest'
import { cleanPaste } from '../../../../client/catalogue/staff/clean-paste.ts'

it.each([
  ['plain text', 'just words, 3 < 4 & 5 > 4', 'just words, 3 < 4 & 5 > 4'],
  [
    'formatting',
    '<p>a <b>bold</b> <a href="https://x.example">link</a></p>',
    '<p>a <b>bold</b> <a href="https://x.example">link</a></p>',
  ],
  ['inline styles', '<p style="color:red" class="a">x</p>', '<p class="a">x</p>'],
  ['event handlers', `<p onclick='go()' ONLOAD=run>x</p>`, '<p>x</p>'],
  ['pictures', 'a<img src="x" onerror="go()">b', 'ab'],
  [
    'embedded content',
    'a<style>p { color: red }</style>b<SCRIPT src=x>go("<p>")</SCRIPT >c<svg><g><p>x</p></g></svg>d',
    'abcd',
  ],
  ['an unclosed style element', '<p>a</p><style>p { color: red } <p>b</p>', '<p>a</p>'],
  ['a stray closing tag', '<p>a</style>b</p>', '<p>a</style>b</p>'],
  ['a <b> wrapper that is not bold', '<b style="font-weight: normal" id="x"><p>x</p></b>', '<span><p>x</p></b>'],
  ['an unfinished tag', '<p>x</p><img src="', '<p>x</p><img src="'],
])('cleans %s', (_, pasted, clean) => expect(cleanPaste(pasted)).toBe(clean))

it.each(['<b ', '<b font-weight:normal', '<svg>', '<svg', '<img ', '<img a', 'a', '<', '<a style=', '</style>'])(
  'cleans any number of repetitions of %s in linear time',
  (part) => {
    // Quadratic time would be minutes: the runner ends the test.
    expect(cleanPaste(part.repeat(200_000)).length).toBeLessThanOrEqual(200_000)
  },
)
