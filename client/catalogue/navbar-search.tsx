import { Search } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { maxSearchLength } from '../../shared/limits.ts'
import { TextInput } from '../ui/input.tsx'

/** The navbar's way to a search: a field, which the catalogue has itself, and on narrower screens a link to that. */
export default function NavbarSearch() {
  const [, navigate] = useLocation()
  const [isCatalogue] = useRoute('/items')
  return (
    <>
      <form
        hidden={isCatalogue}
        role="search"
        aria-label="Services"
        action="/items"
        className="mr-2 w-52 max-lg:hidden xl:w-60"
        onSubmit={(event) => {
          event.preventDefault()
          const q = (new FormData(event.currentTarget).get('q') as string).trim()
          navigate(q ? `/items?${new URLSearchParams({ q })}` : '/items')
        }}
      >
        <TextInput
          type="search"
          name="q"
          aria-label="Search services"
          placeholder="Search services"
          maxLength={maxSearchLength}
          autoComplete="off"
          className="text-sm"
          start={<Search size={16} />}
        />
      </form>
      <Link
        href="/items#search"
        onClick={isCatalogue ? openSearch : undefined}
        aria-label="Search services"
        title="Search services"
        className="nav-search-link button button-plain button-icon lg:hidden"
      >
        <Search size={20} strokeWidth={1.75} />
      </Link>
    </>
  )
}

/** Moves to the field of the catalogue, whose filters stay as they are. */
function openSearch(event: MouseEvent) {
  const field = document.getElementById('search')
  if (!field || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  scrollTo({ top: 0 })
  field.focus()
}
