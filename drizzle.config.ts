import { defineConfig } from 'drizzle-kit'
import { dialect } from './drizzle/kit.ts'

/** `npm run migrations` runs drizzle-kit once per dialect; DATABASE_URL selects it. */
export default defineConfig({
  dialect,
  schema: './drizzle/schema/*.ts',
  out: `./drizzle/${dialect}`,
  casing: 'snake_case',
})
