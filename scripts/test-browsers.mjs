// @ts-check
// npm run test:browsers [firefox|webkit]: a purchase and its live verification in Firefox and WebKit, where they are
// installed. Chromium runs the whole of tests/e2e.
import { prepareTool } from './prepare-tool.mjs'

await prepareTool()
await import('../tests/browsers/main.ts')
