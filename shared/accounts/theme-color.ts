/** The ground of a page, which phones also give the browser's bars. The same as `--paper` in tokens.css. */
const paper = { light: '#f6f2ea', dark: '#161511' }

/** What the bars look like while the system's theme is `systemTheme`. */
export const themeColor = (theme: 'light' | 'dark' | 'system', systemTheme: 'light' | 'dark'): string =>
  paper[theme === 'system' ? systemTheme : theme]
