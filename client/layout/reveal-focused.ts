const sidewaysRows = '.category-index, .item-strip, .home-items'

/** In a row that scrolls sideways, browsers leave a link that is partly in view where it is when it gets the focus. */
export const revealFocused = () =>
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible') || !target.closest(sidewaysRows)) return
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
