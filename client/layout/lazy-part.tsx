import { type ComponentType, use } from 'react'

/** A component whose code is fetched when it is needed; once there, it renders at once. */
export type LazyPart<Props extends object> = ComponentType<Props> & { load: () => Promise<unknown> }

export function lazyPart<Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  const load = () => (loading ??= fetchPart())

  function fetchPart() {
    const code = fetchCode().then((found) => found.default)
    code.then(
      // React reads these: what is there already is rendered without a pause, and hydrated as it was sent.
      (value) => Object.assign(code, { status: 'fulfilled', value }),
      () => void (loading = null),
    )
    return code
  }

  function Lazy(props: Props) {
    const Part = use(load())
    return <Part {...props} />
  }

  return Object.assign(Lazy, { load })
}
