import { expect, test } from 'vitest'
import { findBreaks } from '../../scripts/floors.mjs'

const breaks = (files: Record<string, string>) => findBreaks(new Map(Object.entries(files)))
const isBroken = (file: string, text: string) => breaks({ [file]: text }).length > 0

test.each([
  ['shared/orders.ts', `import * as z from 'zod/mini'; import { rates } from './money.ts'`],
  ['drizzle/schema/orders.ts', `import { statuses } from '../../shared/orders.ts'; import { sql } from 'drizzle-orm'`],
  [
    'server/orders/verify.ts',
    `import { earnPoints } from '../points/earn.ts'; import { append } from '../stream/append.ts'`,
  ],
  [
    'server/orders/verify.ts',
    `import { findOrder } from './find.ts'; import { orders } from '../../drizzle/schema.ts'`,
  ],
  [
    'server/staff/handlers.ts',
    `import { verify } from '../orders/verify.ts'; import { guard } from '../http/guards.ts'`,
  ],
  ['server/points/handlers.ts', `import { findOrders } from '../orders/list.ts'; import { Hono } from 'hono'`],
  [
    'server/http/guards.ts',
    `import { findSession } from '../accounts/session.ts'; import type { Context } from 'hono'`,
  ],
  ['server/app.ts', `import { orders } from './orders/handlers.ts'; import { serve } from './http/serve.ts'`],
  ['server/main.ts', `import { app } from './app.ts'; const { render } = await import('../client/render.tsx')`],
  [
    'server/pages/frontend.ts',
    `import type { PageData } from '../../client/page-data.ts'; import { find } from '../catalogue/find.ts'`,
  ],
  ['server/env.ts', `export const port = process.env.PORT`],
  ['drizzle/kit.ts', `export const url = process.env.DATABASE_URL`],
  ['server/log.ts', `export const { env } = import.meta; export const built = import.meta.env.PROD; process.exit()`],
  ['client/api/call.ts', `import { login } from '../../shared/accounts.ts'; await fetch('/api')`],
  ['client/orders/actions.ts', `import { call } from '../api/call.ts'`],
  ['client/orders/store.ts', `import type { Order } from '../../shared/orders.ts'; import { create } from 'zustand'`],
  [
    'client/orders/card.tsx',
    `import { cancel } from './actions.ts'; import { Badge } from '../ui/badge.tsx'; import './card.css'`,
  ],
  ['client/pages/order.tsx', `import { Card } from '../orders/card.tsx'; import { Lines } from '../cart/lines.tsx'`],
  ['client/routes.tsx', `const Order = lazy(() => import('./pages/order.tsx'))`],
  ['client/orders/card.tsx', `import { useStore } from '../store.tsx'`],
  ['client/store.tsx', `import { messageOf } from './api/call-failed.ts'; import { orders } from './orders/store.ts'`],
  ['client/main.tsx', `import { call } from './api/call.ts'; import { routes } from './routes.tsx'`],
  ['server/orders/note.ts', `// import { Hono } from 'hono'\nexport const text = \`\nimport { x } from 'hono'\n\``],
])('%s may say: %s', (file, text) => {
  expect(breaks({ [file]: text })).toEqual([])
})

test.each([
  ['shared/orders.ts', `import { Order } from '../server/orders/present.ts'`],
  ['shared/orders.ts', `import { readFileSync } from 'node:fs'`],
  ['shared/orders.ts', `import type { Hono } from 'hono'`],
  ['shared/orders.ts', `export const load = () => fetch('/api/orders')`],
  ['drizzle/schema/orders.ts', `import { now } from '../../server/clock.ts'`],
  ['server/orders/verify.ts', `import { HTTPException } from 'hono/http-exception'`],
  ['server/orders/verify.ts', `import type { Server } from 'socket.io'`],
  ['server/orders/verify.ts', `export * from '@hono/node-server'`],
  ['server/orders/verify.ts', `import { guard } from '../http/guards.ts'`],
  ['server/orders/verify.ts', `import { handlers } from './handlers.ts'`],
  ['server/orders/verify.ts', `import { handlers } from '../cart/handlers.ts'`],
  ['server/orders/verify.ts', `import { reply } from '../support/reply.ts'`],
  ['server/orders/verify.ts', `import { app } from '../app.ts'`],
  ['server/orders/verify.ts', `const { reply } = await import('../support/reply.ts')`],
  ['server/orders/verify.ts', `type Reply = import('../support/reply.ts').Reply`],
  ['server/orders/verify.ts', `import { buildOrder } from '../../tests/build.ts'`],
  ['server/orders/verify.ts', `const key = process.env.APP_SECRET`],
  ['server/orders/verify.ts', `const key = globalThis.process['env'].APP_SECRET`],
  ['server/main.ts', `const { env } = process`],
  ['server/main.ts', `import { env } from 'node:process'`],
  ['server/orders/handlers.ts', `import { app } from '../app.ts'`],
  ['server/http/serve.ts', `import { orders } from '../orders/handlers.ts'`],
  ['server/db/open.ts', `import { expire } from '../orders/expire.ts'`],
  ['server/app.ts', `import { start } from './main.ts'`],
  ['server/http/serve.ts', `import { Page } from '../../client/pages/home.tsx'`],
  ['server/orders/present.ts', `import type { State } from '../../client/orders/store.ts'`],
  ['client/orders/actions.ts', `import type { Order } from '../../server/orders/present.ts'`],
  ['client/orders/actions.ts', `import { createHash } from 'node:crypto'`],
  ['client/ui/badge.tsx', `import { labels } from '../orders/labels.ts'`],
  ['client/stream/apply.ts', `import { applyOrder } from '../orders/store.ts'`],
  ['client/orders/card.tsx', `import { OrderPage } from '../pages/order.tsx'`],
  ['client/orders/card.tsx', `import { call } from '../api/call.ts'`],
  ['client/pages/order.tsx', `import { routes } from '../routes.tsx'`],
  ['client/orders/card.tsx', `import { App } from '../app.tsx'`],
  ['client/ui/badge.tsx', `import { useStore } from '../store.tsx'`],
  ['client/store.tsx', `import { OrderPage } from './pages/order.tsx'`],
  ['client/pages/order.tsx', `import { call } from '../api/call.ts'`],
  ['client/orders/store.ts', `import { call } from '../api/call.ts'`],
  ['client/orders/store.ts', `import { loadOrders } from './actions.ts'`],
  ['client/orders/store.ts', `export const load = () => fetch('/api/checkout')`],
])('%s may not say: %s', (file, text) => {
  expect(isBroken(file, text)).toBe(true)
})

test('a verb may not reach hono through a file that speaks to it', () => {
  const files = {
    'server/stream/push.ts': `import { Server } from 'socket.io'`,
    'server/stream/append.ts': `import { sql } from 'drizzle-orm'`,
    'server/orders/verify.ts': `import { append } from '../stream/append.ts'\nimport { push } from '../stream/push.ts'`,
  }
  expect(breaks(files)).toEqual([
    'server/orders/verify.ts: imports server/stream/push.ts, but verbs know neither hono nor socket.io, nor what speaks to them',
  ])
})

test('each break is one line that names the file, what it imports and the rule', () => {
  const files = {
    'shared/a.ts': `import 'react'`,
    'client/cart/store.ts': `import { call } from '../api/call.ts'`,
    'client/vite.ts': `export const host = process.env.HOST`,
  }
  expect(breaks(files)).toEqual([
    'shared/a.ts: imports react, but shared imports zod and nothing else',
    'client/cart/store.ts: imports client/api/call.ts, but stores fetch nothing',
    'client/vite.ts: reads process.env, but only server/env.ts does',
  ])
})

test('a file that cannot be read as TypeScript is an error, not a pass', () => {
  expect(() => breaks({ 'shared/a.ts': 'import {' })).toThrow('shared/a.ts')
})
