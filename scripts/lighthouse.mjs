// @ts-check
// npm run lighthouse [mobile|desktop] [/|/items|item|/faq] [runs]: scores of the public pages, each the median of five runs.
import { prepareTool } from './prepare-tool.mjs'

await prepareTool()
await import('./lighthouse/main.ts')
