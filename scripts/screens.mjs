// @ts-check
// npm run screens [light|dark] [390|768|1440] [word …]: takes a screenshot of every screen, or of those whose names contain
// a word ('=orders' is one screen), in both themes or one and at three widths or one, into screens/.
import { prepareTool } from './prepare-tool.mjs'

await prepareTool()
await import('./screens/main.ts')
