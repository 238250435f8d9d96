// @ts-check
// npm run bench [list|checkouts|databases|push|pages|size|statements …]: all benchmarks, or those that are named.
import { prepareTool } from './prepare-tool.mjs'

await prepareTool()
await import('./bench/main.ts')
