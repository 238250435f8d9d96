import { useSearchParams } from 'wouter'

/** A page's filters, kept in the URL so that Back and sharing work. An empty value removes a filter. */
export function useQueryFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const filter: { [N in Name]?: string } = {}
  for (const name of names) {
    const value = params.get(name)
    if (value) filter[name] = value
  }

  const change = (changes: { [N in Name]?: string }) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const name of names) {
          if (!Object.hasOwn(changes, name)) continue
          const value = changes[name]
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true },
    )
  const reset = () => setParams(new URLSearchParams(), { replace: true })
  return { filter, change, reset, isSet: Object.keys(filter).length > 0 }
}

/** The value if it is one of the options: a URL may contain anything. */
export const oneOf = <const T extends string>(options: readonly T[], value: string | undefined): T | undefined =>
  options.find((option) => option === value)
