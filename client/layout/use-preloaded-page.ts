import { useContext, useEffect } from 'react'
import { whenIdle } from '../lib/when-idle.ts'
import { LoadPage } from './load-page.ts'

/**
 * Loads the code of the page that the rows of a list open: a tap comes without a warning, and what was tapped grows into
 * the page if its code is there.
 * @param path that of the first row; undefined while there is none
 */
export function usePreloadedPage(path: string | undefined) {
  const loadPage = useContext(LoadPage)
  useEffect(() => {
    // If this fails, the tap tries again and shows the error.
    if (path !== undefined) return whenIdle(() => void loadPage(path).catch(() => undefined))
  }, [path, loadPage])
}
