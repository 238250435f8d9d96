// @ts-check
// npm run migrations -- --name expand_notes: generates the migrations of both databases from drizzle/schema. Takes the
// options of `drizzle-kit generate`. The name begins with expand_ if the previous version can work with what it changes,
// otherwise with contract_ (docs/deployment.md, Updating).
import { readFileSync, writeFileSync } from 'node:fs'
import { exitWithNpm, fail, root, run } from './run.mjs'
import { install } from './setup.mjs'

exitWithNpm()
const name = process.argv[process.argv.indexOf('--name') + 1] ?? ''
if (!/^(expand|contract)_/.test(name)) fail('Give it a name: npm run migrations -- --name expand_… or contract_…')
await install()

for (const url of ['', 'postgres://localhost/kade']) {
  console.log(url ? 'PostgreSQL' : 'SQLite')
  const env = { ...process.env, DATABASE_URL: url }
  const { code } = await run('drizzle-kit', ['generate', ...process.argv.slice(2)], { env })
  if (code !== 0) process.exit(code)
}
copyExistingColumnsOnly('drizzle/sqlite')

/**
 * Where a table is created again and has a new column too, drizzle-kit 0.31 copies that column from the old table, which
 * doesn't have it. It gets its default instead.
 * @param {string} folder
 */
function copyExistingColumnsOnly(folder) {
  /** @type {{ entries: { idx: number, tag: string }[] }} */
  const { entries } = readJson(`${root}${folder}/meta/_journal.json`)
  const newest = entries.at(-1)
  if (!newest || newest.idx === 0) return
  const file = `${root}${folder}/${newest.tag}.sql`
  /** @type {{ tables: Record<string, { columns: Record<string, unknown> }> }} */
  const before = readJson(`${root}${folder}/meta/${String(newest.idx - 1).padStart(4, '0')}_snapshot.json`)
  const copied = readFileSync(file, 'utf8').replace(
    /INSERT INTO `__new_(\w+)`\(([^)]*)\) SELECT ([^;]*?) FROM `\1`;/g,
    (statement, /** @type {string} */ table, /** @type {string} */ columns) => {
      const existing = columns.split(', ').filter((column) => before.tables[table]?.columns[column.replaceAll('"', '')])
      if (existing.length === 0) return statement
      const list = existing.join(', ')
      return `INSERT INTO \`__new_${table}\`(${list}) SELECT ${list} FROM \`${table}\`;`
    },
  )
  writeFileSync(file, copied)
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
