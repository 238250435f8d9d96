import { type ComponentType, use } from 'react'

/** A component whose code is fetched when it is needed; once there, it renders at once. */
export type LazyPart<Props extends object> = ComponentType<Props> & { load: () => Promise<void> }

export function lazyPart<Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let Part: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null

  const load = () => (loading ??= fetchPart())

  async function fetchPart() {
    try {
      Part = (await fetchCode()).default
    } catch (error) {
      loading = null
      throw error
    }
  }

  function Lazy(props: Props) {
    if (!Part) use(load())
    return Part && <Part {...props} />
  }

  return Object.assign(Lazy, { load })
}
