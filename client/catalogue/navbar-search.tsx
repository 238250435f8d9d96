import { Search } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { maxSearchLength } from '../../shared/limits.ts'
import { TextInput } from '../ui/input.tsx'

/** The navbar's way to a search: a field, and on narrower screens a link to that of the catalogue. */
export default function NavbarSearch() {
  const [, navigate] = useLocation()
  return (
    <>
      <form
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
        aria-label="Search services"
        title="Search services"
        className="nav-search-link button button-plain button-icon lg:hidden"
      >
        <Search size={20} strokeWidth={1.75} />
      </Link>
    </>
  )
}
