// @ts-check
// Which part of the store may know which: a house whose floors rest on those beneath them.
import { readFileSync, readdirSync } from 'node:fs'
import { factsOf } from './imports.mjs'
import { root } from './run.mjs'

/** On the server the verbs of each noun import those of the nouns before it alone. */
const order =
  'activity, notifications, points, referrals, accounts, catalogue, reviews, cart, coupons, orders, support, staff'
const nouns = order.split(', ')

/**
 * @typedef {import('./imports.mjs').Facts} Facts
 * @typedef {(path: string) => boolean} Is
 * @typedef {{ of: Is, never: (target: string, from: string, all: Map<string, Facts>) => boolean, rule: string }} Rule
 */

/** @param {...string} folders @returns {Is} */
const within =
  (...folders) =>
  (path) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
/** @param {...Is} kinds @returns {Is} */
const oneOf =
  (...kinds) =>
  (path) =>
    kinds.some((is) => is(path))

const isShared = within('shared')
const isDrizzle = within('drizzle')
const isServer = within('server')
const isClient = within('client')
const isOutside = within('scripts', 'tests')
/** @type {Is} */
const isMain = (path) => path === 'server/main.ts'
/** @type {Is} */
const isApp = (path) => path === 'server/app.ts'
/** @type {Is} */
const isHandlers = (path) => nounOf(path) !== undefined && /\/handlers(\.|\/)|-handlers\./.test(path)
/** @type {Is} */
const isVerb = (path) => nounOf(path) !== undefined && !isHandlers(path)
/** @type {Is} */
const isGround = (path) => isServer(path) && !oneOf(isMain, isApp, isHandlers, isVerb)(path)
const isData = within('server/db', 'server/data', 'server/env.ts')
/** @type {Is} */
const isComponent = (path) => /^client\/.+\/.+\.tsx$/.test(path) && clientFloor(path) > 1
/** @type {Is} */
const isStore = (path) => /^client\/.+[/-]store\.tsx?$/.test(path)
/** @type {Is} */
const isActions = (path) => /^client\/.+[/-]actions\.ts$/.test(path)
const isTop = within('client/routes.tsx', 'client/app.tsx', 'client/main.tsx', 'client/render.tsx')
const isTransport = within('hono', '@hono', 'socket.io')
const readsEnv = within('server/env.ts', 'drizzle/kit.ts', 'drizzle/config.ts')

/** @type {Rule[]} */
const rules = [
  { of: isShared, never: (to) => !isShared(to) && !within('zod')(to), rule: 'shared imports zod and nothing else' },
  { of: isDrizzle, never: oneOf(isServer, isClient, isOutside), rule: 'drizzle rests on shared alone' },
  { of: isVerb, never: oneOf(isHandlers, isApp, isMain, isOutside), rule: 'verbs lie beneath handlers, app and main' },
  { of: isVerb, never: isTransport, rule: 'verbs know neither hono nor socket.io' },
  { of: isVerb, never: within('server/http'), rule: 'verbs know nothing of requests' },
  { of: isVerb, never: knowsTransport, rule: 'verbs know neither hono nor socket.io, nor what speaks to them' },
  { of: isVerb, never: isLaterNoun, rule: `verbs import only nouns before theirs (${order})` },
  { of: isHandlers, never: oneOf(isApp, isMain, isOutside), rule: 'handlers lie beneath app and main' },
  { of: isGround, never: oneOf(isHandlers, isApp, isMain), rule: 'what the server rests on lies beneath handlers' },
  { of: isData, never: isVerb, rule: 'the database and the settings lie beneath verbs' },
  { of: isApp, never: isMain, rule: 'app lies beneath main' },
  { of: isServer, never: isClientsOwn, rule: 'on the server only server/pages and main know the client' },
  { of: isServer, never: within('tests'), rule: 'only tests import tests' },
  { of: isClient, never: oneOf(isServer, isDrizzle, isOutside), rule: 'the client rests on shared alone' },
  { of: isClient, never: (to) => to.startsWith('node:'), rule: 'the client runs in a browser' },
  { of: isClient, never: isHigherInClient, rule: 'the floors are: api, ui, stream ← nouns ← pages ← routes' },
  { of: isComponent, never: within('client/api'), rule: 'components call actions' },
  { of: isStore, never: oneOf(within('client/api'), isActions), rule: 'stores fetch nothing' },
]

/**
 * What breaks the floors, one line each.
 * @param {Map<string, string>} files every source file: its path from the root, and its text
 */
export function findBreaks(files) {
  const all = new Map([...files].map(([path, text]) => [path, factsOf(path, text)]))
  return [...all].flatMap(([path, facts]) => {
    const broken = facts.imports.flatMap((target) => {
      const found = rules.find(({ of, never }) => of(path) && never(target, path, all))
      return found ? [`${path}: imports ${target}, but ${found.rule}`] : []
    })
    if (facts.readsEnv && !readsEnv(path)) broken.push(`${path}: reads process.env, but only server/env.ts does`)
    if (facts.fetches && oneOf(isStore, isShared)(path))
      broken.push(`${path}: calls fetch, but stores and shared fetch nothing`)
    return broken
  })
}

/** Every source file that has a floor. */
export function readSources() {
  const paths = ['shared', 'drizzle', 'server', 'client'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && path !== 'client/vite.config.ts').toSorted()
  return new Map(sources.map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]))
}

/** @param {string} path */
function nounOf(path) {
  const [, noun, file] = /^server\/([^/]+)\/(.+)$/.exec(path) ?? []
  return noun && file && nouns.includes(noun) ? noun : undefined
}

/** @param {string} to @param {string} _from @param {Map<string, Facts>} all */
function knowsTransport(to, _from, all) {
  return all.get(to)?.imports.some(isTransport) ?? false
}

/** @param {string} to @param {string} from */
function isLaterNoun(to, from) {
  return isVerb(to) && nouns.indexOf(nounOf(to) ?? '') > nouns.indexOf(nounOf(from) ?? '')
}

/** @param {string} to @param {string} from */
function isClientsOwn(to, from) {
  return isClient(to) && !within('server/pages', 'server/main.ts')(from)
}

/** @param {string} to @param {string} from */
function isHigherInClient(to, from) {
  return isClient(to) && /\.tsx?$/.test(to) && clientFloor(to) > clientFloor(from)
}

/** What lies in client/ itself ties the nouns together, and they reach their state through it. @param {string} path */
function clientFloor(path) {
  if (within('client/api', 'client/ui', 'client/stream')(path)) return 1
  if (within('client/pages')(path)) return 3
  return isTop(path) ? 4 : 2
}
