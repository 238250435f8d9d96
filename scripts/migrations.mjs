// @ts-check
// npm run migrations -- --name add-notes: generates the migrations of both databases from drizzle/schema. Takes the
// options of `drizzle-kit generate`.
import { exitWithNpm, run } from './run.mjs'
import { install } from './setup.mjs'

exitWithNpm()
await install()

for (const url of ['', 'postgres://localhost/kade']) {
  console.log(url ? 'PostgreSQL' : 'SQLite')
  const env = { ...process.env, DATABASE_URL: url }
  const { code } = await run('drizzle-kit', ['generate', ...process.argv.slice(2)], { env })
  if (code !== 0) process.exit(code)
}
