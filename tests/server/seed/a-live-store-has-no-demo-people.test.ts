import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { liveSettings, openTestStore } from '../../app.ts'
import { buildUser } from '../../build.ts'

test('a database that a demo store used is refused by a live one, another is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kade-live-'))
  const before = await openTestStore({}, folder)
  await buildUser(before, { email: 'somebody@store.example' })
  await before.shut()
  const live = await openTestStore(liveSettings, folder)
  await buildUser(live, { email: 'mira@example.com' })
  await live.shut()
  await expect(openTestStore(liveSettings, folder)).rejects.toThrow('The demo people are in this database')
  await (await openTestStore({}, folder)).shut()
  rmSync(folder, { recursive: true, force: true })
})
