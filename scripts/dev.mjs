// @ts-check
import { existsSync } from 'node:fs'
import { endWithParent, root, runTool } from './run.mjs'
import { install } from './setup.mjs'

endWithParent()
await install()

// The server restarts when its own code changes; pages reload themselves, through the Vite inside the server.
const watch = ['watch', '--clear-screen=false', '--exclude', 'client/**']
const settings = existsSync(`${root}.env`) ? ['--env-file=.env'] : []
const { code } = await runTool('tsx', [...watch, ...settings, 'server/main.ts'])
process.exit(code)
