// The import boundaries of docs/architecture.md; `npm run check` enforces them. Type-only imports count as well.
// Circular imports between modules are reported by oxlint (import/no-cycle).
import swc from '@swc/core'

// The swc parser of dependency-cruiser 17 doesn't enable JSX. (Version 18 needs Node 22.)
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })

const features =
  'activity audit notifications points referrals accounts catalogue reviews cart coupons ledger orders payments statements support staff storefront'
/** A folder of server/ imports only folders before it, so no two folders import each other. */
const serverFolders =
  `db auth outbox mail events http config system ${features} chain jobs realtime metrics seed pages`.split(' ')

const handlers = String.raw`handlers\.ts$`
const operations = `^server/(${features.replaceAll(' ', '|')})/`
const serverBase = String.raw`^server/(env|log|encode|schema-definition|encryption|redis|csv|reports)\.ts$`
const clientBase = '^client/(api|ui|stream|lib)/'
const staffCode = ['^client/[a-z]+/staff/', '^client/staff/', '^client/pages/admin', '^client/apply-staff-event[.]ts$']
const clientRoot = String.raw`^client/(routes|app|main|render)\.tsx$`

/**
 * @param {string} name @param {string} comment
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from,
  to,
})

export default {
  forbidden: [
    forbid('resolvable', 'Every import resolves.', {}, { couldNotResolve: true }),
    forbid(
      'production-dependencies',
      'Only tests, scripts and configuration use development dependencies; the development server loads Vite.',
      { path: '^(server|client|shared|drizzle)/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '^node_modules/vite/' },
    ),

    forbid(
      'shared-imports-zod',
      'shared/ runs on both sides: it imports zod and nothing else.',
      { path: '^shared/' },
      { pathNot: ['^shared/', '^node_modules/zod/'] },
    ),
    forbid(
      'drizzle-imports-shared',
      'The database schema imports shared/ and Drizzle.',
      { path: '^drizzle/' },
      { pathNot: ['^drizzle/', '^shared/', '^node_modules/drizzle-orm/'] },
    ),

    forbid(
      'server-imports-no-scripts',
      'The server imports neither scripts nor tests.',
      { path: '^server/' },
      { path: '^(scripts|tests)/' },
    ),
    forbid(
      'server-imports-no-client',
      'The server imports no client code; server/pages loads its build.',
      { path: '^server/' },
      { path: '^client/' },
    ),
    forbid(
      'server-base',
      'Environment, log, encoding, encryption and Redis import nothing else of the server.',
      { path: serverBase },
      { path: '^server/', pathNot: [serverBase, '^server/config/'] },
    ),
    ...serverFolders.map((folder, place) =>
      forbid(
        'server-folder-order',
        `A folder of server/ imports only those before it: ${serverFolders.join(', ')}.`,
        { path: `^server/${folder}/` },
        { path: `^server/(${serverFolders.slice(place + 1).join('|')})/` },
      ),
    ),
    forbid(
      'server-folder-is-listed',
      'A new folder of server/ takes its place in serverFolders (.dependency-cruiser.mjs).',
      { path: '^server/[^/]+/', pathNot: `^server/(${serverFolders.join('|')})/` },
      {},
    ),
    forbid(
      'transport-in-its-folders',
      'Only http, realtime, pages, handlers, app.ts and main.ts know Hono and Socket.IO.',
      { path: '^server/', pathNot: [String.raw`^server/(app|main)\.ts$`, '^server/(http|realtime|pages)/', handlers] },
      { path: '^node_modules/(hono|@hono|socket[.]io|engine[.]io)/' },
    ),
    forbid(
      'operations-know-no-transport',
      'Operations import nothing of server/http, server/realtime or handlers.',
      { path: operations, pathNot: handlers },
      { path: ['^server/(http|realtime)/', `^server/.+${handlers}`] },
    ),
    forbid(
      'handlers-below-app',
      'Only app.ts and other handlers import handlers.',
      { path: '^server/', pathNot: [String.raw`^server/app\.ts$`, handlers] },
      { path: `^server/.+${handlers}` },
    ),
    forbid(
      'app-below-main',
      'Only main.ts imports app.ts and create-app-context.ts; nothing imports main.ts.',
      { path: '^server/', pathNot: String.raw`^server/main\.ts$` },
      { path: String.raw`^server/(app|create-app-context|main)\.ts$` },
    ),

    forbid(
      'client-imports-shared',
      'The client imports shared/ and packages, no server code and no Node modules.',
      { path: '^client/' },
      { pathNot: ['^client/', '^shared/', '^node_modules/'] },
    ),
    forbid(
      'client-base-knows-no-feature',
      'client/api, ui, stream and lib know no feature.',
      { path: clientBase },
      { path: '^client/', pathNot: clientBase },
    ),
    forbid(
      'features-below-pages',
      'Only routes and pages import pages.',
      { path: '^client/', pathNot: ['^client/pages/', clientRoot] },
      { path: '^client/pages/' },
    ),
    forbid(
      'pages-below-routes',
      'Only the entry points import routes and the app.',
      { path: '^client/', pathNot: clientRoot },
      { path: clientRoot },
    ),
    forbid(
      'components-call-actions',
      'Components call actions, never client/api.',
      { path: String.raw`^client/.+/.+\.tsx$`, pathNot: clientBase },
      { path: '^client/api/' },
    ),
    forbid(
      'customers-load-no-staff-code',
      'Code of customers imports code of the staff area only with `import()`. Its initial state is in the state of every page.',
      { path: '^client/', pathNot: [...staffCode, '^client/state[.]ts$'] },
      { path: staffCode, pathNot: '/state[.]ts$', dynamic: false },
    ),
    forbid(
      'stores-load-nothing',
      'Stores hold state; actions load it.',
      { path: String.raw`^client/.*\b(store|state|apply|apply-event)\.tsx?$` },
      { path: ['^client/api/', String.raw`^client/.+\bactions\.ts$`] },
    ),
  ],
  options: {
    parser: 'swc',
    moduleSystems: ['es6'],
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '[.]css$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    skipAnalysisNotInRules: true,
  },
}
