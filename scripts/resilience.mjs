// @ts-check
// npm run resilience [name …]: all resilience tests, or those that are named; `-- --list` lists their names.
import { prepareTool } from './prepare-tool.mjs'

await prepareTool()
await import('./resilience/main.ts')
