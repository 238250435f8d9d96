import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readDemoSecret } from '../../scripts/cluster/demo-secret.mjs'

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kade-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'data')
}

it('is the same at each start, readable only by its owner, and another one elsewhere', () => {
  const folder = createFolder()
  const secret = readDemoSecret(folder)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(readDemoSecret(folder)).toBe(secret)
  expect(statSync(join(folder, 'app-secret')).mode & 0o777).toBe(0o600)
  expect(readDemoSecret(createFolder())).not.toBe(secret)
})
