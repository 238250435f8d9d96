import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The first versions without a known vulnerability that matters here (docs/security.md). */
const fixedIn: Record<string, string> = {
  '@hono/node-server': '1.19.15',
  '@tiptap/core': '3.30.5',
  'altcha-lib': '1.4.1',
  cookie: '0.7.0',
  'drizzle-orm': '0.45.2',
  hono: '4.12.21',
  nanoid: '3.3.8',
  nodemailer: '7.0.11',
  postcss: '8.4.31',
  'prosemirror-view': '1.42.3',
  'sanitize-html': '2.17.5',
  sharp: '0.32.6',
  'socket.io-parser': '4.2.7',
  ws: '8.21.0',
}

type Lockfile = { packages: Record<string, { version?: string }> }
const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile

it.each(Object.entries(fixedIn))('locks every copy of %s at %s or newer', (name, minVersion) => {
  const copies = Object.entries(lockfile.packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
  expect(copies).not.toEqual([])
  expect(copies.filter(([, { version }]) => isOlder(version ?? '0', minVersion))).toEqual([])
})

it.each([
  ['4.12.20', '4.12.21', true],
  ['4.9.30', '4.12.21', true],
  ['4.12.21-rc.1', '4.12.21', true],
  ['4.12.21', '4.12.21', false],
  ['4.13.0', '4.12.21', false],
  ['5.0.0', '4.12.21', false],
])('compares %s with %s: older is %s', (version, minVersion, expected) => {
  expect(isOlder(version, minVersion)).toBe(expected)
})

/** A pre-release is older than its release. */
function isOlder(version: string, minVersion: string) {
  const [release = '', preRelease] = version.split('-')
  const [parts, minParts] = [release, minVersion].map((text) => text.split('.').map(Number))
  const at = minParts!.findIndex((part, index) => part !== parts![index])
  return at === -1 ? preRelease !== undefined : parts![at]! < minParts![at]!
}
