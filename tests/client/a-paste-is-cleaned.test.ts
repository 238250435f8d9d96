import { expect, test } from 'vitest'
import { cleanPaste } from '../../client/staff-catalogue/clean-paste.ts'

test.each([
  ['words', 'just words, 3 < 4 & 5 > 4', 'just words, 3 < 4 & 5 > 4'],
  [
    'marks',
    '<p>a <b>bold</b> <a href="https://x.example">link</a></p>',
    '<p>a <b>bold</b> <a href="https://x.example">link</a></p>',
  ],
  ['styles', '<p style="color:red" class="a">x</p>', '<p class="a">x</p>'],
  ['handlers', `<p onclick='go()' ONLOAD=run>x</p>`, '<p>x</p>'],
  ['a picture', 'a<img src="x" onerror="go()">b', 'ab'],
  [
    'what is no text',
    'a<style>p { color: red }</style>b<SCRIPT src=x>go("<p>")</SCRIPT >c<svg><g><p>x</p></g></svg>d',
    'abcd',
  ],
  ['what is never closed', '<p>a</p><style>p { color: red } <p>b</p>', '<p>a</p>'],
  ['a close of nothing', '<p>a</style>b</p>', '<p>a</style>b</p>'],
  ['a <b> that is none', '<b style="font-weight: normal" id="x"><p>x</p></b>', '<span><p>x</p></b>'],
  ['a tag that goes on', '<p>x</p><img src="', '<p>x</p><img src="'],
])('%s', (_, pasted, clean) => expect(cleanPaste(pasted)).toBe(clean))

test.each(['<b ', '<b font-weight:normal', '<svg>', '<svg', '<img ', '<img a', 'a', '<', '<a style=', '</style>'])(
  'any length of %s is read once',
  (part) => {
    // Quadratic time would be minutes: the runner ends the test.
    expect(cleanPaste(part.repeat(200_000)).length).toBeLessThanOrEqual(200_000)
  },
)
