import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Before these, each had a known hole (SAFETY.md, and the advisories of what came later). */
const fixed: Record<string, string> = {
  'altcha-lib': '1.4.1',
  cookie: '0.7.0',
  'drizzle-orm': '0.45.2',
  hono: '4.12.21',
  nanoid: '3.3.8',
  nodemailer: '7.0.11',
  postcss: '8.4.31',
  'sanitize-html': '2.17.5',
  sharp: '0.32.6',
  'socket.io-parser': '4.2.3',
  ws: '8.17.1',
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { version?: string }> }

test.each(Object.entries(fixed))('every %s in the lockfile is %s or newer', (name, least) => {
  const copies = Object.entries(lock.packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
  expect(copies).not.toEqual([])
  expect(copies.filter(([, { version }]) => isOlder(version ?? '0', least))).toEqual([])
})

test.each([
  ['4.12.20', '4.12.21', true],
  ['4.9.30', '4.12.21', true],
  ['4.12.21-rc.1', '4.12.21', true],
  ['4.12.21', '4.12.21', false],
  ['4.13.0', '4.12.21', false],
  ['5.0.0', '4.12.21', false],
])('%s against %s is older: %s', (version, least, older) => {
  expect(isOlder(version, least)).toBe(older)
})

/** A pre-release comes before its release. */
function isOlder(version: string, least: string) {
  const [release = '', before] = version.split('-')
  const [has, needs] = [release, least].map((text) => text.split('.').map(Number))
  const at = needs!.findIndex((part, place) => part !== has![place])
  return at === -1 ? before !== undefined : has![at]! < needs![at]!
}
