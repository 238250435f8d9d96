// @ts-check
// npm run screens [light|dark] [word …]: takes a screenshot of every screen, or of those whose names contain a word, in
// both themes or one and three widths, into screens/.
import { prepareTool } from './prepare-tool.mjs'

await prepareTool()
await import('./screens/main.ts')
