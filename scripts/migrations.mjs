// @ts-check
// Writes the migrations for what changed in drizzle/schema, for both databases. Takes drizzle-kit's own options:
// npm run migrations -- --name add-notes
import { endWithParent, runTool, say } from './run.mjs'
import { install } from './setup.mjs'

endWithParent()
await install()

for (const address of ['', 'postgres://localhost/store']) {
  say(address ? 'PostgreSQL' : 'SQLite')
  const env = { ...process.env, DATABASE_URL: address }
  const { code } = await runTool(
    'drizzle-kit',
    ['generate', '--config', 'drizzle/config.ts', ...process.argv.slice(2)],
    { env },
  )
  if (code !== 0) process.exit(code)
}
