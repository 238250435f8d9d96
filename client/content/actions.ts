import { configRoutes } from '../../shared/config.ts'
import type { ActionContext } from '../action-context.ts'
import { contentKey } from './store.ts'

/** Loads a page that the owner wrote. @throws CallFailed 404 */
export const loadContent = (context: ActionContext, slug: string, signal?: AbortSignal) =>
  context.load(
    configRoutes.contentPage,
    { slug },
    {
      snapshotKey: contentKey(slug),
      streams: [],
      signal,
      write: (draft, { data }) => void (draft.content[slug] = data),
    },
  )
