import { setTimeout as delay } from 'node:timers/promises'

/** A browser other than Chromium. */
export type TestBrowser = {
  /** 'Firefox 153.7' */
  version: string
  /** Opens a window with cookies and storage of its own. */
  newPage(): Promise<Driver>
  close(): Promise<void>
}

/** What the protocols of all browsers can do. Expressions are JavaScript, evaluated in the page. */
export type Driver = {
  open(url: string): Promise<void>
  /** Brings its window to the front. */
  show(): Promise<void>
  evaluate(expression: string): Promise<unknown>
  /** Clicks the element of an expression where it is, like a user. */
  click(expression: string): Promise<void>
  /** Types into the element of an expression. */
  type(expression: string, text: string): Promise<void>
}

const timeoutMs = 20_000
const intervalMs = 50

/** Operates a page by the names of its elements, and waits for each. */
export function createPage(driver: Driver) {
  /** Resolves once an expression is truthy. @throws after 20 s, with what the page showed */
  async function waitFor(expression: string) {
    const end = Date.now() + timeoutMs
    // The document may be replaced in the meantime.
    while (!(await driver.evaluate(`!!(${expression})`).catch(() => false))) {
      if (Date.now() > end) throw new Error(`Not found: ${expression}\n${String(await describe())}`)
      await delay(intervalMs)
    }
  }
  const describe = () => driver.evaluate(`location.href + '\\n' + document.body.innerText.slice(0, 1500)`)

  return {
    show: driver.show,
    evaluate: driver.evaluate,
    waitFor,
    /** Opens an address, and waits until React has hydrated the page. */
    async open(url: string) {
      await driver.open(url)
      await waitFor(isHydrated)
    },
    async click(role: Role, name: string | RegExp) {
      const element = elementOf(role, name)
      await waitFor(`${isStill} && ${element}`)
      await driver.click(element)
    },
    /** Clicks a button of the dialog that is about to open, which closes it. */
    async confirm(name: string | RegExp) {
      await waitFor(`document.querySelector('dialog:modal')`)
      await this.click('button', name)
      await waitFor(`!document.querySelector('dialog:modal')`)
    },
    async fill(label: string | RegExp, text: string) {
      const element = elementOf('field', label)
      await waitFor(element)
      await driver.type(element, text)
    },
    /** Waits until a text is visible. */
    waitForText: (text: string) => waitFor(`document.body.innerText.includes(${JSON.stringify(text)})`),
    waitForPath: (path: RegExp) => waitFor(`${path}.test(location.pathname)`),
  }
}
export type TestPage = ReturnType<typeof createPage>

const isHydrated = `Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber'))`

/** What moves would be missed. */
const isStill = `!document.getAnimations().some((one) =>
  one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))`

const selectors = { button: 'button', link: 'a[href]', radio: 'input[type=radio]', field: 'input, textarea' }
type Role = keyof typeof selectors

/** An expression for the first usable element of a role whose name begins so; of a dialog, if one is open. */
const elementOf = (role: Role, name: string | RegExp) =>
  `[...([...document.querySelectorAll('dialog:modal')].at(-1) ?? document).querySelectorAll('${selectors[role]}')].find((element) => {
    const label = (element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent).trim()
    const isNamed = ${typeof name === 'string' ? `label.startsWith(${JSON.stringify(name)})` : `${name}.test(label)`}
    return isNamed && !element.disabled && element.checkVisibility()
  })`
