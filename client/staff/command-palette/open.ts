/** Dispatched on the document to open the command palette. */
export const OPEN_PALETTE = 'opencommandpalette'

/** Opens the command palette, as Ctrl+K does. */
export const openCommandPalette = () => void document.dispatchEvent(new Event(OPEN_PALETTE))

const isApple = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys that open the palette on this device: 'Ctrl' or '⌘', then 'K'. */
export const paletteKeys = (): [string, string] => [isApple() ? '⌘' : 'Ctrl', 'K']
