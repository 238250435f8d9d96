/**
 * Test files about SQLite itself, with the reason: `npm test -- --postgres` leaves them out. Single tests of other files
 * are declared with `it.runIf(dialect === 'sqlite')`.
 */
export const sqliteOnly: Record<string, string> = {
  'tests/scripts/backup.test.ts': '`npm run backup` copies the file; Postgres has pg_dump',
  'tests/server/db/query-plans.test.ts':
    'SQLite’s plans; those of Postgres are in tests/server/postgres/query-plans.test.ts',
  'tests/server/db/search-index.test.ts': 'the FTS5 index and its triggers; Postgres keeps its GIN indexes itself',
  'tests/server/db/sqlite.test.ts': 'the settings, locks and damages of the file',
}
