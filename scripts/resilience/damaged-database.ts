import { copyFileSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { fill } from './fill.ts'
import { newFolder, startStore } from './store.ts'

const damages: Record<string, (file: string) => void> = {
  'no database': (file) => writeFileSync(file, 'these are not the pages you are looking for '.repeat(500)),
  'a page overwritten': (file) => {
    const handle = openSync(file, 'r+')
    for (let page = 3; page < 30; page += 1) writeSync(handle, Buffer.alloc(4096, page), 0, 4096, page * 4096)
  },
  'cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'made by a newer version': (file) => {
    const db = new Database(file)
    db.exec("insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)")
    db.close()
  },
}

/** A database that is no good is refused at the start, with a sentence. */
export async function startOnDamaged() {
  const template = newFolder()
  await fill(template, 200)
  const outcomes: string[] = []
  let ok = true
  for (const [name, damage] of Object.entries(damages)) {
    const folder = mkdtempSync(join(tmpdir(), 'kade-faults-'))
    copyFileSync(`${template}/store.db`, `${folder}/store.db`)
    damage(`${folder}/store.db`)
    const before = readFileSync(`${folder}/store.db`)
    const begun = performance.now()
    const said = await startStore({ folder }).then(
      async (store) => (await store.remove(), 'it started'),
      (error: Error) => error.message.replace(/^.*before it was open: /s, '').trim(),
    )
    const ms = Math.round(performance.now() - begun)
    const untouched = said !== 'it started' && before.equals(readFileSync(`${folder}/store.db`))
    if (said.includes('\n') || !/[.]$/.test(said) || ms > 2000 || !untouched) ok = false
    outcomes.push(`${name}: “${said.replace(folder, '…').slice(0, 160)}” in ${ms} ms${untouched ? '' : ', CHANGED'}`)
    rmSync(folder, { recursive: true, force: true })
  }
  rmSync(template, { recursive: true, force: true })
  return { ok, figures: outcomes.join('; ') }
}
