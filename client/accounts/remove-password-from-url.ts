/** Removes a password that a form sent as a query, from the address bar and from the history. */
export function removePasswordFromUrl({ location, history }: Pick<Window, 'location' | 'history'>) {
  const isFormQuery = /[?&][^=&]*password[^=&]*=/i.test(location.search)
  if (isFormQuery) history.replaceState(history.state, '', location.pathname)
}
