import type { Route, RouteOutput } from '../../shared/contract.ts'
import type { StreamName } from '../../shared/stream-cursor.ts'
import type { CallArgs } from '../api/call.ts'
import { reloadLimit } from './lists.ts'
import type { SnapshotCalls } from './snapshot-calls.ts'

type Context<State> = Pick<SnapshotCalls<State>, 'load'> & { store: { getState: () => State } }
/** A list in the store: ids of rows that are stored elsewhere, or the rows themselves. */
type LoadedList = { nextCursor: string | null } & ({ ids: readonly string[] } | { list: readonly unknown[] | null })

type Options<State, R extends Route, Filter> = {
  route: R
  /** The streams whose events change the list. */
  streams: StreamName[]
  pageSize: number | ((filter: Filter) => number)
  /** The snapshot key of the list. */
  key: (filter: Filter) => string
  /** The call for one page: usually `{ ...filter, ...page }`. */
  args: (filter: Filter, page: { limit: number; cursor?: string }) => CallArgs<R>
  select: (state: State, filter: Filter) => LoadedList | null | undefined
  /** Stores a page: the first one, without a cursor, replaces the list; a later one is appended. */
  write: (state: State, filter: Filter, page: RouteOutput<R>, cursor?: string) => void
}

/** Returns the two actions of a list that is loaded page by page. */
export function createPagedList<State, R extends Route, Filter = void>(options: Options<State, R, Filter>) {
  const { route, streams, key, args, select, write } = options
  const pageSize = (filter: Filter) =>
    typeof options.pageSize === 'number' ? options.pageSize : options.pageSize(filter)

  return {
    /** Loads the list from its beginning, and as much of it as was loaded before. @throws CallFailed */
    load(context: Context<State>, filter: Filter, signal?: AbortSignal): Promise<RouteOutput<R>> {
      const limit = reloadLimit(countRows(select(context.store.getState(), filter)), pageSize(filter))
      return context.load(route, args(filter, { limit }), {
        snapshotKey: key(filter),
        streams,
        signal,
        write: (state, page) => write(state, filter, page),
      })
    },

    /** Loads the next page, if there is one. @throws CallFailed */
    async loadMore(context: Context<State>, filter: Filter, signal?: AbortSignal): Promise<void> {
      const cursor = select(context.store.getState(), filter)?.nextCursor
      if (!cursor) return
      await context.load(route, args(filter, { limit: pageSize(filter), cursor }), {
        snapshotKey: key(filter),
        streams,
        signal,
        write: (state, page) => write(state, filter, page, cursor),
      })
    },
  }
}

function countRows(loaded: LoadedList | null | undefined): number {
  if (!loaded) return 0
  return 'ids' in loaded ? loaded.ids.length : (loaded.list?.length ?? 0)
}
