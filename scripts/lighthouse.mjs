// @ts-check
// npm run lighthouse [mobile|desktop] [runs]: scores of the public pages, each the median of five runs.
import { prepareTool } from './prepare-tool.mjs'

await prepareTool()
await import('./lighthouse/main.ts')
