import { type ComponentType, use } from 'react'

/** A component whose code is loaded when it is first needed. `load` loads it ahead of time. */
export type LazyPart<Props extends object> = ComponentType<Props> & { load: () => Promise<unknown> }

/** The module must have a default export. */
export function lazyPart<Props extends object>(
  importModule: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  const load = () => (loading ??= start())

  function start() {
    const component = importModule().then((module) => module.default)
    component.then(
      // React reads these fields, so a loaded component renders without suspending, and hydrates as it was sent.
      (value) => Object.assign(component, { status: 'fulfilled', value }),
      () => void (loading = null),
    )
    return component
  }

  function Lazy(props: Props) {
    const Part = use(load())
    return <Part {...props} />
  }

  return Object.assign(Lazy, { load })
}
