import type { Page } from '@playwright/test'

/** What may be scrolled sideways, because it shows that there is more: at every width, and on phones only. */
const sidewaysScrollers = {
  always: '.tab-list, .item-strip, input, textarea, select',
  onPhones: '.home-reviews, .home-rated .home-items, .category-index',
  phoneWidthRem: 37.5,
}

/**
 * What is wrong with the layout of the page as it is on screen: it is wider than the window, a control can't be reached,
 * text is cut off without a title, runs across its neighbours or breaks an ordinary word.
 */
export const findLayoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(({ always, onPhones, phoneWidthRem }) => {
    const problems = new Set<string>()
    const width = innerWidth
    const isPhone = matchMedia(`(width < ${phoneWidthRem}rem)`).matches
    const scrollers = isPhone ? `${always}, ${onPhones}` : always
    const tolerancePx = 1.5
    const topLayer = 'dialog, [popover]'

    const describe = (element: Element) => {
      const name = `${element.tagName.toLowerCase()}${[...element.classList]
        .slice(0, 3)
        .map((name) => `.${name}`)
        .join('')}`
      return `${name} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 24)}”`
    }
    const ancestorsOf = function* (element: Element) {
      for (let at: Element | null = element; at; at = at.parentElement) yield at
    }
    const hidden = new Map<Element, boolean>()
    /** Hidden visually, for screen readers, itself or with an ancestor. Most ancestors are asked about many times. */
    const isClipped = (element: Element): boolean => {
      let answer = hidden.get(element)
      if (answer === undefined) {
        const isOwn = element.matches('.skip-link') || getComputedStyle(element).clipPath !== 'none'
        answer = isOwn || (element.parentElement !== null && isClipped(element.parentElement))
        hidden.set(element, answer)
      }
      return answer
    }
    const isHidden = (element: Element) => !element.checkVisibility({ visibilityProperty: true }) || isClipped(element)

    const isClipping = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const isScrollable = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

    if (document.documentElement.scrollWidth > width) {
      problems.add(`the page is ${document.documentElement.scrollWidth} px wide`)
    }

    for (const element of document.querySelectorAll('body *')) {
      if (element.scrollWidth <= element.clientWidth + 1 || element.matches(scrollers)) continue
      const { overflowX } = getComputedStyle(element)
      if ((overflowX === 'auto' || overflowX === 'scroll') && !isHidden(element)) {
        problems.add(`${describe(element)} scrolls sideways: ${element.scrollWidth} > ${element.clientWidth}`)
      }
    }

    const controls = 'a[href], button, input, select, textarea, summary, [role=tab], [role^=menuitem], [role=option]'
    for (const control of document.querySelectorAll(controls)) {
      const box = control.getBoundingClientRect()
      if (box.width <= 1 || isHidden(control) || control.parentElement?.closest(scrollers)) continue
      if (box.left < -tolerancePx || box.right > width + tolerancePx) {
        problems.add(`${describe(control)} is outside the window: ${Math.round(box.left)}–${Math.round(box.right)}`)
      }
      for (const ancestor of ancestorsOf(control.parentElement!)) {
        if (ancestor.matches(topLayer)) break
        const { overflowX, overflowY } = getComputedStyle(ancestor)
        // What scrolls is looked at by itself, and the page behind a dialog isn't cut off.
        if (isScrollable(overflowX) || isScrollable(overflowY)) break
        const isClippedBelow = isClipping(overflowY)
        if ((!isClipping(overflowX) && !isClippedBelow) || ancestor === document.documentElement) continue
        const frame = ancestor.getBoundingClientRect()
        if (frame.width <= 1) break
        if (isClippedBelow && box.top > frame.bottom && frame.height > 1) {
          problems.add(`${describe(control)} is below the end of ${describe(ancestor)}`)
        }
        if (!isClipping(overflowX)) continue
        if (box.left < frame.left - tolerancePx || box.right > frame.right + tolerancePx) {
          problems.add(`${describe(control)} is cut off by ${describe(ancestor)}`)
        }
      }
    }

    for (const cell of document.querySelectorAll('td')) {
      const edge = cell.getBoundingClientRect().left + cell.scrollWidth
      // The words of a plain button end where its row does, which its frame reaches beyond.
      const isAtEnd = edge <= cell.closest('tr')!.getBoundingClientRect().right + tolerancePx
      if (cell.scrollWidth > cell.clientWidth + 2 && !isAtEnd && !isHidden(cell)) {
        problems.add(`${describe(cell)} covers the next cell by ${cell.scrollWidth - cell.clientWidth} px`)
      }
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue ?? ''
      const parent = node.parentElement!
      if (text.trim() === '' || parent.closest('script, style, option, textarea, svg, [aria-hidden=true]')) continue
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 1)
      if (rects.length === 0 || isHidden(parent)) continue
      const left = Math.min(...rects.map((rect) => rect.left))
      const right = Math.max(...rects.map((rect) => rect.right))
      const bottom = Math.max(...rects.map((rect) => rect.bottom))

      let isScrolled = false
      let block: Element | null = null
      for (const ancestor of ancestorsOf(parent)) {
        const style = getComputedStyle(ancestor)
        if (ancestor.matches(scrollers)) isScrolled = true
        if (isScrolled || ancestor.parentElement?.matches(topLayer)) break
        if (block === null && style.display !== 'inline' && style.display !== 'contents') block = ancestor
        if (isScrollable(style.overflowX) || isScrollable(style.overflowY)) break
        const clipsX = isClipping(style.overflowX)
        const clipsY = isClipping(style.overflowY)
        if ((!clipsX && !clipsY) || ancestor === document.documentElement) continue
        const frame = ancestor.getBoundingClientRect()
        const isCut =
          (clipsX && (left < frame.left - tolerancePx || right > frame.right + tolerancePx)) ||
          (clipsY && bottom > frame.bottom + 3)
        const title = ancestor.closest('[title]')?.getAttribute('title') ?? ''
        if (isCut && !title.includes(text.trim().slice(0, 40))) {
          problems.add(`${describe(parent)} is cut off by ${describe(ancestor)} without a title`)
        }
        // Text beyond what cuts it off isn't on screen.
        if (isCut) {
          isScrolled = true
          break
        }
      }
      if (isScrolled) continue
      if (left < -tolerancePx || right > width + tolerancePx) {
        problems.add(`${describe(parent)} reaches beyond the window: ${Math.round(left)}–${Math.round(right)}`)
      } else if (block) {
        const frame = block.getBoundingClientRect()
        if (left < frame.left - 3 || right > frame.right + 3) {
          problems.add(`${describe(block)} has text beyond its edge: ${Math.round(right - frame.right)} px`)
        }
      }

      const lines = new Set(rects.map((rect) => Math.round(rect.top / 4)))
      // Balanced lines are measured before they are settled.
      if (lines.size < 2 || getComputedStyle(parent).textWrapStyle === 'balance') continue
      for (const { 0: word, index } of text.matchAll(/\S+/g)) {
        if (!/^[\p{L}\d$₹.,]{2,10}[:;…]?$/u.test(word)) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
        if (Math.max(...tops) - Math.min(...tops) > 6) problems.add(`${describe(parent)} breaks the word “${word}”`)
      }
    }
    return [...problems].slice(0, 25)
  }, sidewaysScrollers)
