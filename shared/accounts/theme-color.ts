/** The background of a page, which phones also give the browser's bars. The same as `--paper` in tokens.css. */
const paper = { light: '#f6f2ea', dark: '#161511' }

/** The theme-color for a system theme. */
export const themeColor = (theme: 'light' | 'dark' | 'system', systemTheme: 'light' | 'dark'): string =>
  paper[theme === 'system' ? systemTheme : theme]
