import { useSearchParams } from 'wouter'

/** What a page filters by, kept in the address so that Back and sharing work. An empty value is none. */
export function useAddress<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const filter: { [N in Name]?: string } = {}
  for (const name of names) {
    const value = params.get(name)
    if (value) filter[name] = value
  }

  const change = (changed: { [N in Name]?: string }) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of names) {
          if (!Object.hasOwn(changed, name)) continue
          const value = changed[name]
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace: true },
    )
  const reset = () => setParams(new URLSearchParams(), { replace: true })
  return { filter, change, reset, isSet: Object.keys(filter).length > 0 }
}

/** One of a few, or none of them: an address may say anything. */
export const among = <const T extends string>(some: readonly T[], value: string | undefined): T | undefined =>
  some.find((one) => one === value)
