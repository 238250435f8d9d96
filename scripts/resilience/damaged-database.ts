import { copyFileSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createDatabase } from './fill.ts'
import { createTemporaryFolder, startServer } from './server-process.ts'

const damages: Record<string, (file: string) => void> = {
  'not a database': (file) => writeFileSync(file, 'these are not the pages you are looking for '.repeat(500)),
  'overwritten pages': (file) => {
    const handle = openSync(file, 'r+')
    for (let page = 3; page < 30; page += 1) writeSync(handle, Buffer.alloc(4096, page), 0, 4096, page * 4096)
  },
  truncated: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'migrated by a newer version': (file) => {
    const db = new Database(file)
    db.exec("insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)")
    db.close()
  },
}

/** The app doesn't start on a damaged database, says why in one sentence, and leaves the file as it is. */
export async function startOnDamaged() {
  const template = createTemporaryFolder()
  await createDatabase(template, 200)
  const figures: string[] = []
  let ok = true
  for (const [name, damage] of Object.entries(damages)) {
    const folder = mkdtempSync(join(tmpdir(), 'kade-problems-'))
    copyFileSync(`${template}/store.db`, `${folder}/store.db`)
    damage(`${folder}/store.db`)
    const before = readFileSync(`${folder}/store.db`)
    const startedAt = performance.now()
    const message = await startServer({ folder }).then(
      async (server) => (await server.remove(), 'it started'),
      (error: Error) => error.message.replace(/^.*before it was listening: /s, '').trim(),
    )
    const ms = Math.round(performance.now() - startedAt)
    const untouched = message !== 'it started' && before.equals(readFileSync(`${folder}/store.db`))
    if (message.includes('\n') || !/[.]$/.test(message) || ms > 2000 || !untouched) ok = false
    figures.push(`${name}: “${message.replace(folder, '…').slice(0, 160)}” in ${ms} ms${untouched ? '' : ', CHANGED'}`)
    rmSync(folder, { recursive: true, force: true })
  }
  rmSync(template, { recursive: true, force: true })
  return { ok, figures: figures.join('; ') }
}
