import { defineConfig } from 'drizzle-kit'
import { dialect } from './kit.ts'

/** Paths are seen from the root of the clone, where `npm run migrations` runs. */
export default defineConfig({
  dialect,
  schema: './drizzle/schema/*.ts',
  out: `./drizzle/${dialect}`,
  casing: 'snake_case',
})
