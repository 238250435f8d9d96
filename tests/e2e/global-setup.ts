import { build } from '../../scripts/setup.mjs'
import { seedDatabase } from './app-process.ts'
import { getChromium } from './chromium.mjs'

/** Makes sure that there are a built app and a Chromium, and seeds the database that the tests start from. */
export default async function setUp() {
  await build()
  await getChromium()
  return seedDatabase()
}
