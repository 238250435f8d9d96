import { createContext } from 'react'

/** Loads the code of the page at a path. */
export const LoadPage = createContext<(pathname: string) => Promise<void>>(async () => {})
