import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { productionSettings, startTestServer } from '../app.ts'
import { buildUser } from '../build.ts'

it('rejects a database with demo accounts in production, but not another one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kade-production-'))
  const demo = await startTestServer({}, folder)
  await buildUser(demo, { email: 'ada@kade.example' })
  await demo.stop()
  const production = await startTestServer(productionSettings, folder)
  await buildUser(production, { email: 'mira@example.com' })
  await production.stop()
  await expect(startTestServer(productionSettings, folder)).rejects.toThrow('This database contains demo accounts.')
  await (await startTestServer({}, folder)).stop()
  rmSync(folder, { recursive: true, force: true })
})
