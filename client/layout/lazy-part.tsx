import { type ComponentType, type ReactElement, Suspense, use } from 'react'
import { whenIdle } from '../lib/when-idle.ts'
import { backoffMs } from '../stream/backoff.ts'
import { reloadFailedStyles } from './failed-styles.ts'

/** A component whose code is loaded when it is first needed. `load` loads it ahead of time. */
export type LazyPart<Props extends object> = ComponentType<Props> & { load: () => Promise<unknown> }

/** The event of the window when the code of a part can't be loaded. */
export const codeFailed = 'codefailed'

/** The module must have a default export. */
export function lazyPart<Props extends object>(
  importModule: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  let failures = 0
  const load = () => (loading ??= start())

  function start() {
    const module = failures === 0 ? importModule() : retry()
    const component = module.then((loaded) => loaded.default)
    component.then(
      // React reads these fields, so a loaded component renders without suspending, and hydrates as it was sent.
      (value) => Object.assign(component, { status: 'fulfilled', value }),
      // What is rendered asks again at once: it appears when the network is back.
      () => {
        loading = null
        failures += 1
        if (typeof document !== 'undefined') dispatchEvent(new Event(codeFailed))
      },
    )
    return component
  }

  async function retry() {
    await delay(backoffMs(failures - 1))
    await reloadFailedStyles()
    return importModule()
  }

  function Lazy(props: Props) {
    const Part = use(load())
    return <Part {...props} />
  }

  return Object.assign(Lazy, { load })
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const isServer = typeof document === 'undefined'
/** Whether the page that was opened first is the only one whose code has been loaded. */
let isFirstView = !isServer
/** The code of another page is loaded: its parts don't wait until the page is idle. */
export const endFirstView = () => void (isFirstView = false)

const idle = () => new Promise<void>((resolve) => void whenIdle(resolve))

const laterParts: LazyPart<never>[] = []
/** Loads what `laterPart` leaves out of the first view: on the server before the first render, then with a page's code. */
export const loadLaterParts = () => Promise.all(laterParts.map((part) => part.load()))

/**
 * A part whose code isn't in the first view: the server renders it, and it is hydrated when the page is idle. Its
 * `<Suspense>` must not get new props before that (keep the element), or React would show the fallback instead.
 * @param options `isForStaff`: nobody else loads it
 */
export function laterPart<Props extends object>(
  importModule: () => Promise<{ default: ComponentType<Props> }>,
  { isForStaff = false } = {},
): LazyPart<Props> {
  const part = lazyPart(isFirstView ? async () => (await idle(), importModule()) : importModule)
  if (isServer || (!isFirstView && !isForStaff)) laterParts.push(part as LazyPart<never>)
  return part
}

/** Such a part without props, as an element to keep. */
export function laterElement(importModule: () => Promise<{ default: ComponentType }>): ReactElement {
  const Part = laterPart(importModule)
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  )
}
